#include "smt/recheck/rank_stages.h"

namespace tickproof::recheck {

namespace {

[[nodiscard]] std::vector<std::uint64_t> listed_stages(const std::vector<std::uint32_t>& ranks, std::uint64_t rank) {
    std::vector<std::uint64_t> stages;
    for (std::size_t stage = 0; stage < ranks.size(); ++stage) {
        if (ranks[stage] == rank) stages.push_back(stage);
    }
    return stages;
}

}  // namespace

std::vector<std::uint64_t> stages_of_rank(const Problem& problem, std::uint64_t rank) {
    if (problem.placement.kind() == Placement::Kind::listed) return listed_stages(problem.placement.list(), rank);
    const bool zigzag = problem.placement.kind() == Placement::Kind::v_shaped;
    std::vector<std::uint64_t> stages;
    for (std::uint64_t chunk = 0; chunk < problem.chunks; ++chunk) {
        const bool runs_back = zigzag && chunk % 2 == 1;
        stages.push_back(chunk * problem.ranks + (runs_back ? problem.ranks - 1 - rank : rank));
    }
    return stages;
}

}  // namespace tickproof::recheck

#include "fuzz/decode/problem.h"

#include <utility>
#include <vector>

#include "planner/model/limits.h"

namespace tickproof::fuzz {

namespace {

Placement decode_placement(Bytes& bytes, const Problem& problem) {
    switch (bytes.between(0, 3)) {
        case 1:
            return Placement::v_shaped(problem.ranks);
        case 2: {
            std::vector<std::uint32_t> list(problem.stages());
            for (std::uint32_t& rank : list) rank = static_cast<std::uint32_t>(bytes.between(0, problem.ranks - 1));
            return Placement::listed(std::move(list));
        }
        default:
            return Placement::loop(problem.ranks);
    }
}

std::uint64_t decode_duration(Bytes& bytes, const ProblemRange& range) {
    if (range.extreme_times && bytes.one_in(32)) return limits::max_duration_ticks - bytes.between(0, 1);
    return bytes.between(1, range.most_duration);
}

}  // namespace

Problem decode_problem(Bytes& bytes, const ProblemRange& range) {
    Problem problem;
    problem.ranks = bytes.between(1, range.most_ranks);
    problem.chunks = bytes.between(1, range.most_chunks);
    problem.microbatches = bytes.between(1, range.most_microbatches);
    problem.placement = decode_placement(bytes, problem);
    problem.backward_form = static_cast<BackwardForm>(bytes.between(0, range.any_form ? 2 : 1));
    if (bytes.one_in(2)) return problem;
    problem.durations = {.forward = decode_duration(bytes, range),
                         .backward = decode_duration(bytes, range),
                         .backward_input = decode_duration(bytes, range),
                         .backward_weight = decode_duration(bytes, range)};
    problem.hop_latency_ticks = decode_duration(bytes, range) - 1;
    return problem;
}

}  // namespace tickproof::fuzz

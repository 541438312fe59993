#include "properties/check/statistics.h"

#include <algorithm>

namespace tickproof::check {

namespace {

std::uint64_t crossings(const Placement& placement, std::uint64_t ranks, std::uint64_t chunks) {
    if (ranks == 0 || chunks == 0) return 0;
    switch (placement.kind()) {
        case Placement::Kind::loop:
            return ranks == 1 ? 0 : saturating_mul(ranks, chunks) - 1;
        case Placement::Kind::v_shaped:  // a turn stays on its rank
            return saturating_mul(ranks - 1, chunks);
        case Placement::Kind::listed:
            break;
    }
    const std::vector<std::uint32_t>& list = placement.list();
    std::uint64_t count = 0;
    for (std::size_t stage = 1; stage < list.size(); ++stage) count += list[stage - 1] != list[stage] ? 1U : 0U;
    return count;
}

}  // namespace

std::vector<std::uint64_t> in_flight_peaks(const Problem& problem, std::span<const TimedOp> ops, FreedAt freed_at) {
    const OpKind freeing_half = freed_at == FreedAt::input_gradient ? OpKind::backward_input : OpKind::backward_weight;
    std::vector<std::int64_t> in_flight(problem.ranks);
    std::vector<std::uint64_t> peaks(problem.ranks);
    for (const TimedOp& op : ops) {
        std::int64_t& count = in_flight[op.rank];
        if (op.kind == OpKind::forward) ++count;
        if (op.kind == OpKind::backward || op.kind == freeing_half) --count;
        if (count > 0) peaks[op.rank] = std::max(peaks[op.rank], static_cast<std::uint64_t>(count));
    }
    return peaks;
}

std::uint64_t message_count(const Problem& problem) {
    const std::uint64_t forward =
        saturating_mul(crossings(problem.placement, problem.ranks, problem.chunks), problem.microbatches);
    return saturating_mul(forward, 2);  // each crossing is made forward by an activation and back by a gradient
}

}  // namespace tickproof::check

#include "properties/check/statistics.h"

#include <algorithm>

#include "properties/check/rank_order.h"

namespace tickproof::check {

std::vector<std::uint64_t> in_flight_peaks(const Problem& problem, std::span<const TimedOp> ops, FreedAt freed_at) {
    const OpKind freeing_half = freed_at == FreedAt::input_gradient ? OpKind::backward_input : OpKind::backward_weight;
    std::vector<std::uint64_t> peaks(problem.ranks);
    const RankOrder order(ops, problem.ranks);
    order.each<std::int64_t>([&](std::int64_t& count, std::uint32_t position) {
        const TimedOp& op = ops[position];
        if (op.kind == OpKind::forward) ++count;
        if (op.kind == OpKind::backward || op.kind == freeing_half) --count;
        if (count > 0) peaks[op.rank] = std::max(peaks[op.rank], static_cast<std::uint64_t>(count));
    });
    return peaks;
}

std::vector<std::uint64_t> activation_slots(const Orders& orders) {
    std::vector<std::uint64_t> slots;
    for (const std::vector<Action>& actions : orders.by_rank) {
        std::uint64_t live = 0;
        std::uint64_t most = 0;
        for (const Action& action : actions) {
            const bool frees = action.kind == ActionKind::backward || action.kind == ActionKind::backward_weight;
            if (action.kind == ActionKind::forward) most = std::max(most, ++live);
            if (frees && live > 0) --live;
        }
        slots.push_back(most);
    }
    return slots;
}

std::uint64_t message_count(const Problem& problem) {
    std::uint64_t crossings = 0;
    for (std::uint64_t stage = 1; stage < problem.stages(); ++stage) {
        if (problem.placement.rank_of(stage - 1) != problem.placement.rank_of(stage)) ++crossings;
    }
    // Each is made forward by an activation and back by a gradient.
    return saturating_mul(saturating_mul(crossings, problem.microbatches), 2);
}

}  // namespace tickproof::check

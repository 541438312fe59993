#include "planner/model/orders_of.h"

#include <algorithm>
#include <tuple>

namespace tickproof {

std::vector<Schedule> ops_by_rank(std::uint64_t ranks, std::span<const TimedOp> ops) {
    std::vector<Schedule> by_rank(ranks);
    for (const TimedOp& op : ops) by_rank[op.rank].push_back(op);
    for (Schedule& row : by_rank) {
        if (std::ranges::is_sorted(row, {}, &TimedOp::start_tick)) continue;
        std::ranges::sort(
            row, {}, [](const TimedOp& op) { return std::tuple(op.start_tick, op.kind, op.stage, op.microbatch); });
    }
    return by_rank;
}

Orders orders_of(const Problem& problem, std::span<const TimedOp> ops) {
    Orders orders{.id = {},
                  .ranks = problem.ranks,
                  .chunks = problem.chunks,
                  .microbatches = problem.microbatches,
                  .placement = problem.placement,
                  .by_rank = {}};
    for (const Schedule& row : ops_by_rank(problem.ranks, ops)) {
        std::vector<Action>& actions = orders.by_rank.emplace_back();
        for (const TimedOp& op : row) {
            actions.push_back({static_cast<ActionKind>(op.kind), false, op.stage, op.microbatch});
        }
    }
    return orders;
}

}  // namespace tickproof

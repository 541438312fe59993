// The order of the ops of a schedule on each rank: what is left of it without its ticks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof {

// The ops of each rank by time. Ops of one rank and tick, of which a valid schedule has none, come by kind, stage and
// microbatch. Requires ops on ranks below `ranks`, which are as many as their number vouches for.
[[nodiscard]] std::vector<Schedule> ops_by_rank(std::uint64_t ranks, std::span<const TimedOp> ops);

// The same as orders, with the problem's shape and placement.
[[nodiscard]] Orders orders_of(const Problem& problem, std::span<const TimedOp> ops);

}  // namespace tickproof

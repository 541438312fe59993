// A second execution of orders: all ranks side by side, one moment after another, and within a moment for as long as
// anything changes, since sends and receives take no time. Written from the meaning of the models, without a look at
// properties/check.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "planner/model/communication.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

struct Ran {
    Schedule schedule;  // in the order of the ranks, within a rank in its order
};
// No rank can go on, and some have something left to do.
struct Stuck {
    std::vector<std::size_t> reached;  // by rank: the action at which it stands, or as many as it has
    std::uint64_t never_run = 0;       // ops
};
// Sends and receives that do not carry each message once, or under fifo another than is wanted.
struct Unfit {};
using Outcome = std::variant<Ran, Stuck, Unfit>;

// Requires fits(problem) and orders that hold each op of the problem once, on its rank.
[[nodiscard]] Outcome run(const Problem& problem, const Orders& orders, const Communication& model = {});

}  // namespace tickproof::slow

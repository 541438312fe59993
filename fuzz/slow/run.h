// A second execution of orders: all ranks side by side, one moment after another, each starting the next op of its list
// when its inputs are there. Written without a look at properties/check.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

struct Ran {
    Schedule schedule;  // in the order of the ranks, within a rank in its order
};
// No rank can go on, and some have ops left.
struct Stuck {
    std::vector<std::size_t> reached;  // by rank: how many of its ops have run
    std::uint64_t never_run = 0;
};
using Outcome = std::variant<Ran, Stuck>;

// Requires fits(problem) and orders of compute actions alone, each op of the problem once, a list a rank.
[[nodiscard]] Outcome run(const Problem& problem, const Orders& orders);

}  // namespace tickproof::slow

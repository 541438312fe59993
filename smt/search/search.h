// The third opinion: breadth-first search over what has started by each tick, without a solver (docs/theory.md,
// "Search"). Exact, and for small problems alone: the states of a layer grow with the product of the ranks' choices.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::search {

struct SearchLimits {
    std::uint64_t max_states = 30'000'000;  // of all layers together
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;
    std::function<std::string()> why_stop;  // asked now and then; not empty: give up for this reason
};

struct Found {
    Schedule schedule;  // of at most the horizon's ticks
};
struct Exhausted {
    std::vector<std::uint64_t> states;  // of each layer, the last 0: no schedule is that short
};
struct GaveUp {
    std::string reason;
};
using Result = std::variant<Found, Exhausted, GaveUp>;

// Requires a sound problem (smt/bounds/op_class.h).
[[nodiscard]] Result search(const Problem& problem, std::uint64_t horizon_ticks, const SearchLimits& limits = {});

}  // namespace tickproof::search

// A schedule as lines of text: one row a rank, time from left to right, never wider than asked.
//
// A short schedule shows every op by name. A longer one shows one letter a tick, and one that still does not fit shows
// one letter for several ticks: what the rank mostly does in them, so that a long plan never looks empty.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::cli {

struct Timeline {
    std::uint64_t ticks = 0;             // of the schedule
    std::uint64_t ticks_per_column = 1;  // more than 1: sampled
    std::uint64_t hidden_ranks = 0;      // ranks beyond max_rows
    std::string ruler;                   // the ticks at which columns begin
    std::vector<std::string> rows;
};

inline constexpr std::uint64_t max_rows = 1024;

// Ops may be anything: those of ranks that the problem does not have are left out, a tick taken twice shows as `!`.
[[nodiscard]] Timeline draw(const Problem& problem, std::span<const TimedOp> ops, std::uint64_t width);

}  // namespace tickproof::cli

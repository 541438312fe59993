// A second checker of schedules, written from planner/model/problem.h without a look at properties/check: ops as a
// table with a cell a stage and microbatch, and one moment after another. Slow, dense and simple; for small problems
// alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

inline constexpr std::uint64_t most_cells = 4096;

// A shape whose table is no larger than most_cells; another cannot be simulated.
[[nodiscard]] bool fits(const Problem& problem);

struct Seen {
    bool complete = true;       // each cell has one F and one backward in a form of the problem, nothing else is there
    bool inputs_usable = true;  // no op starts before what it needs can be used
    bool one_at_a_time = true;  // on every rank of the problem
    bool at_home = true;        // each op is on the rank that holds its stage
    bool within_cap = true;
    // The most activations in flight a rank, freed by B or W, and by B or I. Meaningful if all but the cap is kept.
    std::vector<std::uint64_t> peaks;
    std::vector<std::uint64_t> peaks_freed_at_input_gradient;

    [[nodiscard]] bool valid() const { return complete && inputs_usable && one_at_a_time && at_home && within_cap; }
};

// Requires fits(problem).
[[nodiscard]] Seen simulate(const Problem& problem, std::span<const TimedOp> ops);

// "incomplete, one-op", or "valid".
[[nodiscard]] std::string in_words(const Seen& seen);

// Tick at which the last op has ended; the largest number where that is beyond 64 bits.
[[nodiscard]] std::uint64_t makespan(const Problem& problem, std::span<const TimedOp> ops);

}  // namespace tickproof::slow

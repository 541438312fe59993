// Whether a certificate's problem is one at all, and small enough for what follows to need no more care.
#pragma once

#include <cstdint>

#include "planner/model/problem.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

// All ops one after another, with two hops each, take less than this. No head, tail or load of a sound problem is
// larger, so a sum of three of them is below 2^64.
inline constexpr std::uint64_t most_serial_ticks = std::uint64_t{1} << 62;

[[nodiscard]] Verdict soundness(const Problem& problem);

}  // namespace tickproof::recheck

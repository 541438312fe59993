// The evidence that is not written down: in unit time a schedule of 2(V max(M,S) + min(M,S) − 1) ticks exists, by
// theorem 6 of docs/theory.md.
#pragma once

#include <cstdint>

#include "planner/model/problem.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

// Whether the construction applies to the problem, which is sound, and takes `upper` ticks.
[[nodiscard]] Verdict check_construction(const Problem& problem, std::uint64_t upper);

}  // namespace tickproof::recheck

// The second encoder: a problem and a horizon to the clauses of docs/theory.md, "The formula", in their order.
//
// It is written for reading: five loops that are the groups of the page, and the cap's in cap_clauses.h.
#pragma once

#include <cstdint>
#include <expected>

#include "planner/model/problem.h"
#include "smt/recheck/clause_list.h"
#include "smt/recheck/steps.h"

namespace tickproof::recheck {

// The problem is sound and the horizon at least 1. The clauses take at most `memory_bytes`.
[[nodiscard]] std::expected<Formula, Undecided> formula_of(const Problem& problem, std::uint64_t horizon_ticks,
                                                           std::uint64_t memory_bytes, Steps& steps);

}  // namespace tickproof::recheck

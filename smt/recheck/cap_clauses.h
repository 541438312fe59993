// Group 6 of the formula: no rank holds more activations than the cap, told by counts of started ops in unary.
#pragma once

#include <cstdint>

#include "smt/recheck/clause_list.h"
#include "smt/recheck/steps.h"
#include "smt/recheck/variables.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

void add_cap_clauses(const Timeline& timeline, std::uint64_t cap, const Variables& variables, ClauseList& clauses,
                     Steps& steps);

}  // namespace tickproof::recheck

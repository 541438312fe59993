// The forward checker: each clause that the proof adds must follow from those before it by unit propagation, down to
// the empty clause (RUP: Goldberg & Novikov, 2003). Nothing else is accepted, though DRAT has more.
#pragma once

#include <string_view>

#include "smt/recheck/clause_list.h"
#include "smt/recheck/steps.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

// Whether the proof refutes the formula. What follows the empty clause is not looked at.
[[nodiscard]] Verdict check_proof(const Formula& formula, std::string_view proof, Steps& steps);

}  // namespace tickproof::recheck

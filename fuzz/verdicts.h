// The checker's verdict on a schedule beside the slow simulation's: valid or not, and where every op is there, rule by
// rule, so that a rule that sees nothing does not hide behind another that does.
#pragma once

#include <string>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::fuzz {

// Ends the harness if the two differ, and names the rule, so that two rules at fault are two findings; `edit` says what
// was done to the schedule.
void expect_same_verdict(const Problem& problem, const Schedule& ops, const std::string& edit);

}  // namespace tickproof::fuzz

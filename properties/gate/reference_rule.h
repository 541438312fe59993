// The rule `reference`: a plan says of itself what was asked for, so the planner can be asked again and the two
// compared.
//
// It lives here and not with the other rules because it must call the planners, which the checker never does.
#pragma once

#include "planner/model/plan.h"
#include "properties/check/report.h"

namespace tickproof::gate {

// What the plan says was asked for. It need not name its layers; then they are those of its stages, as for the checker.
[[nodiscard]] PipelineConfig config_of(const Plan& plan);

// Adds where the plan's assignments and events differ from the built-in planner's for the same shape and schedule:
// greedy_planner, which is proved equal to reference_planner, or optimal_planner for `optimal`.
void check_reference(const Plan& plan, check::Report& report);

}  // namespace tickproof::gate

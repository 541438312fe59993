// From a configuration to a plan: what a user of the planners calls.
#pragma once

#include "planner/model/config.h"
#include "planner/plan_result.h"

namespace tickproof {

// Validates, deals out the layers, plans by the configured schedule (the fast planners) and adds the metrics.
[[nodiscard]] PlanResult build_plan(const PipelineConfig& config);

}  // namespace tickproof

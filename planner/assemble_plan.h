// Puts events and their configuration together to a plan; the reference and the fast planners differ only in events.
#pragma once

#include <vector>

#include "planner/model/config.h"
#include "planner/model/plan.h"

namespace tickproof {

// Requires a configuration that `validate` accepts, and that configuration's stage assignments and events.
[[nodiscard]] Plan assemble_plan(const PipelineConfig& valid, std::vector<StageAssignment> assignments,
                                 std::vector<TimedOp> events);

}  // namespace tickproof

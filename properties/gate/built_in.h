// The built-in planners as a candidate before the gate.
#pragma once

#include "properties/gate/gate.h"

namespace tickproof::gate {

// build_plan for every schedule. Where the specification is affordable it is asked too: reference_planner takes time in
// proportion to ops times ticks. Elsewhere greedy_planner stands alone; that its events are the same is proved in
// planner/greedy_planner.h and compared here and by the golden data.
[[nodiscard]] Candidate built_in_planners();

// `planner` in the place of build_plan, so that tests can plant a fault.
[[nodiscard]] Candidate built_in_planners(const PlannerFunction& planner);

}  // namespace tickproof::gate

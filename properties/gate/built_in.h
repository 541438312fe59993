// The built-in planners as a candidate before the gate.
#pragma once

#include "properties/gate/gate.h"

namespace tickproof::gate {

// build_plan for every schedule.
[[nodiscard]] Candidate built_in_planners();

}  // namespace tickproof::gate

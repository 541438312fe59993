// A planner before the gate: what must hold of its answer to one configuration.
//
// The planner comes in as a function, so that tests can put a wrong one before the gate and see it caught.
#pragma once

#include <functional>

#include "planner/model/config.h"
#include "properties/gate/finding.h"
#include "properties/gate/planner.h"

namespace tickproof::gate {

enum class Outcome : std::uint8_t { planned, refused };

// It agrees with reference_planner event for event, or refuses with the same words; the checker finds nothing,
// conventions included; no plan is shorter than the proven optimum, `optimal` and V = 1 meet it; JSON gives back what
// went in.
[[nodiscard]] Outcome judge(const PipelineConfig& config, const PlannerFunction& planner, Findings& findings);

}  // namespace tickproof::gate

// The figures that a plan states about itself.
#pragma once

#include <cstdint>
#include <span>

#include "planner/model/op.h"
#include "planner/model/plan.h"

namespace tickproof {

// One op is one busy tick. bubble_fraction is f32 idle / f32 slots, each rounded first, as the production planner does.
// An event on a rank that does not exist is the caller's mistake: std::out_of_range.
[[nodiscard]] PlanMetrics plan_metrics(std::uint64_t stage_count, std::span<const TimedOp> events);

}  // namespace tickproof

// The yardstick: a loop that does nothing but write a plan's worth of events, every field of each.
#pragma once

#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof::bench {

// Fills `reuse` with as many events as the plan has: its bytes and ranges of values, in an order that needs no
// planning.
[[nodiscard]] std::vector<TimedOp> write_events(const PipelineConfig& config, std::vector<TimedOp> reuse);

}  // namespace tickproof::bench

// Decides whether a configuration can be planned at all, before anything is allocated.
//
// The checks are the production planner's, in its order and with its messages, so that a configuration which breaks
// several is refused for the same reason by both. It partitions the layers before it finds that the events overflow;
// here that check comes first, because partitioning two billion stages is not a way to refuse them. Our own limit on
// the number of events comes last. `optimal` needs neither V <= S nor M >= S and is not checked for them.
#pragma once

#include <optional>

#include "planner/model/config.h"
#include "planner/plan_result.h"

namespace tickproof {

// The reason to refuse the configuration, or nothing. A configuration that passes has at most
// limits::max_plan_events events, so every id in its plan fits in 32 bits.
[[nodiscard]] std::optional<PlanError> validate(const PipelineConfig& config);

}  // namespace tickproof

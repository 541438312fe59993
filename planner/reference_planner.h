// The specification: the production planner's tick loop, step by step, with its containers.
//
// Every tick, every rank looks at every microbatch of each of its stages, collects what is ready, and takes the task
// with the smallest key; what was taken is marked done only after all ranks have chosen. It is slow and stays so: the
// fast planner is right because it gives the same events, and this one is right because it reads like the definition.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "planner/model/config.h"
#include "planner/plan_result.h"

namespace tickproof {

// gpipe and interleaved_1f1b; `optimal` is not the production planner's and is refused.
[[nodiscard]] PlanResult reference_plan(const PipelineConfig& config);

// The loop by itself, over assignments that need not be a partition. Their ids must be in range: virtual_stage_id below
// the number of assignments, physical_stage_id below stage_count. Assignments that can never run (a stage that nobody
// holds) give the production planner's deadlock message.
[[nodiscard]] std::expected<std::vector<TimedOp>, PlanError> reference_events(
    std::uint64_t stage_count, std::span<const StageAssignment> assignments, std::uint64_t microbatches,
    ScheduleKind schedule);

}  // namespace tickproof

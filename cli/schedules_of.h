// The known schedules as schedules of any problem of their shape.
#pragma once

#include <expected>
#include <string>

#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::cli {

// The schedule that the configuration names, as one of the problem: a sound one, with the same ranks, chunks and
// microbatches. Where the problem is the planners' own (unit time, loop placement, full backward, no latency), it is
// the plan as it is. Elsewhere every rank does what it has in the order of the plan's ticks, each op as soon as it can;
// a split backward is its two halves, one after the other. The error is the planner's reason to refuse the shape.
[[nodiscard]] std::expected<Schedule, std::string> schedule_of(const PipelineConfig& config, const Problem& problem);

// With as many layers as there are stages.
[[nodiscard]] std::expected<Schedule, std::string> schedule_of(ScheduleKind kind, const Problem& problem);

}  // namespace tickproof::cli

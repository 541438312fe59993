#include "planner/build_plan.h"

#include <utility>

#include "planner/assemble_plan.h"
#include "planner/greedy_planner.h"
#include "planner/optimal_planner.h"
#include "planner/partition.h"
#include "planner/validate.h"

namespace tickproof {

PlanResult build_plan(const PipelineConfig& config) {
    if (auto error = validate(config)) return std::unexpected(std::move(*error));
    auto assignments = partition_layers(config.n_layer, config.stage_count, config.virtual_stages_per_rank);
    auto events = config.schedule == ScheduleKind::optimal ? optimal_events(config) : greedy_events(config);
    return assemble_plan(config, std::move(assignments), std::move(events));
}

}  // namespace tickproof

#include "planner/assemble_plan.h"

#include <utility>

#include "planner/metrics.h"

namespace tickproof {

Plan assemble_plan(const PipelineConfig& valid, std::vector<StageAssignment> assignments, std::vector<TimedOp> events) {
    Plan plan;
    plan.n_layer = valid.n_layer;
    plan.physical_stage_count = valid.stage_count;
    plan.virtual_stages_per_rank = valid.virtual_stages_per_rank;
    plan.total_virtual_stages = valid.stage_count * valid.virtual_stages_per_rank;
    plan.microbatches = valid.microbatches;
    plan.schedule = valid.schedule;
    plan.partition = valid.partition;
    plan.stage_assignments = std::move(assignments);
    plan.metrics = plan_metrics(valid.stage_count, events);
    plan.events = std::move(events);
    return plan;
}

}  // namespace tickproof

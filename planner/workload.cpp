#include "planner/workload.h"

#include <algorithm>
#include <iterator>

namespace tickproof {
namespace {

std::vector<TimedOp> events_of(const Plan& plan, std::uint64_t rank, OpKind kind) {
    std::vector<TimedOp> events;
    std::ranges::copy_if(plan.events, std::back_inserter(events),
                         [&](const TimedOp& op) { return op.rank == rank && op.kind == kind; });
    return events;
}

std::vector<StageAssignment> assignments_of(const Plan& plan, std::uint64_t rank) {
    std::vector<StageAssignment> assignments;
    std::ranges::copy_if(plan.stage_assignments, std::back_inserter(assignments),
                         [&](const StageAssignment& assignment) { return assignment.physical_stage_id == rank; });
    return assignments;
}

}  // namespace

RankWorkload build_pipeline_rank_workload(const Plan& plan, std::uint64_t global_rank, std::uint64_t pipeline_stage_id,
                                          std::uint64_t data_parallel_rank) {
    return {.global_rank = global_rank,
            .pipeline_stage_id = pipeline_stage_id,
            .data_parallel_rank = data_parallel_rank,
            .stage_assignments = assignments_of(plan, pipeline_stage_id),
            .forward_events = events_of(plan, pipeline_stage_id, OpKind::forward),
            .backward_events = events_of(plan, pipeline_stage_id, OpKind::backward)};
}

}  // namespace tickproof

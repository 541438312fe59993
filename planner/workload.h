// One worker's share of a plan: the stages and ops of its pipeline rank, forwards and backwards apart.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof {

struct RankWorkload {
    std::uint64_t global_rank = 0;
    std::uint64_t pipeline_stage_id = 0;  // the pipeline rank
    std::uint64_t data_parallel_rank = 0;
    std::vector<StageAssignment> stage_assignments;  // in the plan's order, as are the events
    std::vector<TimedOp> forward_events;
    std::vector<TimedOp> backward_events;
    friend bool operator==(const RankWorkload&, const RankWorkload&) = default;
};

// Empty lists for a rank that the plan does not have.
[[nodiscard]] RankWorkload build_pipeline_rank_workload(const Plan& plan, std::uint64_t global_rank,
                                                        std::uint64_t pipeline_stage_id,
                                                        std::uint64_t data_parallel_rank);

}  // namespace tickproof

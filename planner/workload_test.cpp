#include "planner/workload.h"

#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof {
namespace {

Plan two_ranks_two_chunks() {
    return build_plan({.n_layer = 5,
                       .stage_count = 2,
                       .virtual_stages_per_rank = 2,
                       .schedule = ScheduleKind::gpipe,
                       .microbatches = 3})
        .value();
}

TEST(RankWorkload, HoldsTheStagesAndEventsOfItsRankInPlanOrder) {
    const Plan plan = two_ranks_two_chunks();
    const RankWorkload workload = build_pipeline_rank_workload(plan, 7, 1, 3);
    EXPECT_EQ(workload.global_rank, 7U);
    EXPECT_EQ(workload.pipeline_stage_id, 1U);
    EXPECT_EQ(workload.data_parallel_rank, 3U);
    EXPECT_EQ(workload.stage_assignments, (std::vector{plan.stage_assignments.at(1), plan.stage_assignments.at(3)}));
    std::vector<TimedOp> forwards;
    std::vector<TimedOp> backwards;
    for (const TimedOp& op : plan.events) {
        if (op.rank == 1) (op.kind == OpKind::forward ? forwards : backwards).push_back(op);
    }
    EXPECT_EQ(forwards.size(), 6U);
    EXPECT_EQ(workload.forward_events, forwards);
    EXPECT_EQ(workload.backward_events, backwards);
}

TEST(RankWorkload, IsEmptyForARankThatThePlanDoesNotHave) {
    const RankWorkload workload = build_pipeline_rank_workload(two_ranks_two_chunks(), 0, 2, 0);
    EXPECT_TRUE(workload.stage_assignments.empty());
    EXPECT_TRUE(workload.forward_events.empty());
    EXPECT_TRUE(workload.backward_events.empty());
}

}  // namespace
}  // namespace tickproof

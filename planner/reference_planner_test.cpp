#include "planner/reference_planner.h"

#include <string>

#include <gtest/gtest.h>

namespace tickproof {
namespace {

// "0:F0.0 1:F1.0" is tick 1, F of stage 1, microbatch 0.
std::string in_words(const std::vector<TimedOp>& events) {
    std::string words;
    for (const TimedOp& op : events) {
        words += words.empty() ? "" : " ";
        words += std::to_string(op.start_tick) + ":" + std::string(letter(op.kind)) + std::to_string(op.stage) + "." +
                 std::to_string(op.microbatch);
    }
    return words;
}

Plan plan_of(ScheduleKind schedule, std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    return reference_plan({.n_layer = ranks * chunks,
                           .stage_count = ranks,
                           .virtual_stages_per_rank = chunks,
                           .schedule = schedule,
                           .microbatches = microbatches})
        .value();
}

TEST(ReferencePlanner, InterleavedPrefersBackwards) {
    EXPECT_EQ(in_words(plan_of(ScheduleKind::interleaved_1f1b, 2, 1, 2).events),
              "0:F0.0 1:F0.1 1:F1.0 2:B1.0 3:B0.0 3:F1.1 4:B1.1 5:B0.1");
}

// Rank 0 runs its first backward, at tick 3, while rank 1 still has a forward to do.
TEST(ReferencePlanner, GpipeFillsAGapWithABackward) {
    EXPECT_EQ(in_words(plan_of(ScheduleKind::gpipe, 2, 1, 2).events),
              "0:F0.0 1:F0.1 1:F1.0 2:F1.1 3:B1.0 4:B0.0 4:B1.1 5:B0.1");
}

TEST(ReferencePlanner, FillsInTheRestOfThePlan) {
    const Plan plan = plan_of(ScheduleKind::gpipe, 2, 2, 1);
    EXPECT_EQ(plan.n_layer, 4U);
    EXPECT_EQ(plan.total_virtual_stages, 4U);
    EXPECT_EQ(plan.stage_assignments.size(), 4U);
    EXPECT_EQ(plan.metrics.total_ticks, 8U);
    EXPECT_EQ(plan.metrics.total_events, plan.events.size());
}

TEST(ReferencePlanner, RefusesWhatValidateRefuses) {
    const PlanResult plan = reference_plan({.n_layer = 1, .stage_count = 2, .microbatches = 2});
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().message, "pipeline planning requires total virtual stages <= n_layer (got 2 > 1)");
}

TEST(ReferencePlanner, HasNoOptimalSchedule) {
    const PlanResult plan =
        reference_plan({.n_layer = 2, .stage_count = 2, .schedule = ScheduleKind::optimal, .microbatches = 2});
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().message, "the reference planner has no schedule optimal");
}

// Nobody holds stage 0, so nothing can ever start.
TEST(ReferenceEvents, ReportADeadlock) {
    const std::vector<StageAssignment> twice_stage_1{{1, 0, 0, {0, 1}}, {1, 0, 0, {0, 1}}};
    const auto gpipe = reference_events(1, twice_stage_1, 2, ScheduleKind::gpipe);
    ASSERT_FALSE(gpipe.has_value());
    EXPECT_EQ(gpipe.error().message, "pipeline schedule deadlocked at tick 0 with schedule Gpipe");
    const auto interleaved = reference_events(1, twice_stage_1, 2, ScheduleKind::interleaved_1f1b);
    ASSERT_FALSE(interleaved.has_value());
    EXPECT_EQ(interleaved.error().message, "pipeline schedule deadlocked at tick 0 with schedule Interleaved1f1b");
}

// Stage 0 runs forward for both microbatches, then nothing more: its backwards wait for stage 1.
TEST(ReferenceEvents, ReportTheTickOfADeadlock) {
    const std::vector<StageAssignment> twice_stage_0{{0, 0, 0, {0, 1}}, {0, 0, 0, {0, 1}}};
    const auto events = reference_events(1, twice_stage_0, 2, ScheduleKind::interleaved_1f1b);
    ASSERT_FALSE(events.has_value());
    EXPECT_EQ(events.error().message, "pipeline schedule deadlocked at tick 2 with schedule Interleaved1f1b");
}

}  // namespace
}  // namespace tickproof

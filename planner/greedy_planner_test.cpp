// The counter machine against the specification, event for event.
#include "planner/greedy_planner.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/reference_planner.h"

namespace tickproof {
namespace {

PipelineConfig config_of(ScheduleKind schedule, std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    return {.n_layer = ranks * chunks,
            .stage_count = ranks,
            .virtual_stages_per_rank = chunks,
            .schedule = schedule,
            .microbatches = microbatches};
}

void expect_same_plan(const PipelineConfig& config) {
    const PlanResult expected = reference_plan(config);
    const PlanResult found = build_plan(config);
    ASSERT_EQ(expected.has_value(), found.has_value());
    if (!expected) {
        EXPECT_EQ(expected.error().message, found.error().message);
        return;
    }
    // Not EXPECT_EQ: it would print every event.
    EXPECT_TRUE(*expected == *found) << name(config.schedule) << " S=" << config.stage_count
                                     << " V=" << config.virtual_stages_per_rank << " M=" << config.microbatches;
}

void expect_same_plans(ScheduleKind schedule) {
    for (std::uint64_t ranks = 1; ranks <= 6; ++ranks) {
        for (std::uint64_t chunks = 1; chunks <= 4; ++chunks) {
            for (std::uint64_t microbatches = 1; microbatches <= 16; ++microbatches) {
                expect_same_plan(config_of(schedule, ranks, chunks, microbatches));
            }
        }
    }
}

TEST(GreedyPlanner, EqualsTheReferenceOnEverySmallGpipe) { expect_same_plans(ScheduleKind::gpipe); }

TEST(GreedyPlanner, EqualsTheReferenceOnEverySmallInterleaved) { expect_same_plans(ScheduleKind::interleaved_1f1b); }

TEST(GreedyPlanner, EqualsTheReferenceOnRandomLargerShapes) {
    std::mt19937_64 random(20240607);  // the same shapes on every run
    for (int repetition = 0; repetition < 30; ++repetition) {
        const std::uint64_t ranks = 5 + random() % 12;
        const std::uint64_t chunks = 1 + random() % std::min<std::uint64_t>(ranks, 7);
        const std::uint64_t microbatches = ranks + random() % 24;
        expect_same_plan(config_of(ScheduleKind::interleaved_1f1b, ranks, chunks, microbatches));
        expect_same_plan(config_of(ScheduleKind::gpipe, ranks, chunks, 1 + random() % 40));
    }
}

// A rank's ready positions then need two words and more.
TEST(GreedyPlanner, EqualsTheReferenceWithManyChunks) {
    expect_same_plan(config_of(ScheduleKind::gpipe, 33, 32, 3));
    expect_same_plan(config_of(ScheduleKind::gpipe, 33, 33, 3));
    expect_same_plan(config_of(ScheduleKind::gpipe, 67, 66, 2));
    expect_same_plan(config_of(ScheduleKind::interleaved_1f1b, 33, 33, 33));
}

TEST(GreedyPlanner, RefillsTheBufferItIsGiven) {
    const PipelineConfig large = config_of(ScheduleKind::gpipe, 4, 2, 8);
    const PipelineConfig small = config_of(ScheduleKind::interleaved_1f1b, 2, 2, 3);
    std::vector<TimedOp> buffer = greedy_events(large);
    const TimedOp* const where = buffer.data();
    buffer = greedy_events(small, std::move(buffer));
    EXPECT_EQ(buffer.data(), where);
    EXPECT_EQ(buffer, greedy_events(small));
}

TEST(GreedyPlanner, HoldsNoMoreThanItsEvents) {
    const std::vector<TimedOp> events = greedy_events(config_of(ScheduleKind::gpipe, 4, 2, 8));
    EXPECT_EQ(events.size(), 128U);
    EXPECT_EQ(events.capacity(), events.size());
}

// Work a tick must not grow with the number of ranks that stand idle: this shape has 2^20 of them and 2^21 ticks.
TEST(GreedyPlanner, TakesTimeForEventsNotForIdleRanks) {
    const std::vector<TimedOp> events = greedy_events(config_of(ScheduleKind::gpipe, std::uint64_t{1} << 20, 1, 1));
    ASSERT_EQ(events.size(), std::size_t{1} << 21);
    EXPECT_EQ(events.back().start_tick, (std::uint64_t{1} << 21) - 1);
}

}  // namespace
}  // namespace tickproof

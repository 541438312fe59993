#include "planner/optimal_planner.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "properties/check/check.h"
#include "smt/bounds/unit_time.h"

namespace tickproof {
namespace {

struct Shape {
    std::uint64_t ranks;
    std::uint64_t chunks;
    std::uint64_t microbatches;
};

PipelineConfig config_of(const Shape& shape) {
    return {.n_layer = shape.ranks * shape.chunks,
            .stage_count = shape.ranks,
            .virtual_stages_per_rank = shape.chunks,
            .schedule = ScheduleKind::optimal,
            .microbatches = shape.microbatches};
}

std::string in_words(const Shape& shape) {
    return "S=" + std::to_string(shape.ranks) + " V=" + std::to_string(shape.chunks) +
           " M=" + std::to_string(shape.microbatches);
}

std::string fault(const Shape& shape, const std::vector<TimedOp>& events) {
    Problem problem;
    problem.ranks = shape.ranks;
    problem.chunks = shape.chunks;
    problem.microbatches = shape.microbatches;
    problem.placement = Placement::loop(shape.ranks);
    const check::Report report = check::check_schedule(problem, events);
    return report.valid() ? "" : report.violations().front().witness;
}

void expect_valid_and_optimal(const Shape& shape) {
    const std::vector<TimedOp> events = optimal_events(config_of(shape));
    EXPECT_EQ(fault(shape, events), "") << in_words(shape);
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.back().start_tick + 1, unit_time_optimum(shape.ranks, shape.chunks, shape.microbatches))
        << in_words(shape);
}

TEST(OptimalPlanner, IsValidAndMeetsTheOptimumOnEverySmallShape) {
    for (std::uint64_t ranks = 1; ranks <= 6; ++ranks) {
        for (std::uint64_t chunks = 1; chunks <= 5; ++chunks) {
            for (std::uint64_t microbatches = 1; microbatches <= 14; ++microbatches) {
                expect_valid_and_optimal({ranks, chunks, microbatches});
            }
        }
    }
}

TEST(OptimalPlanner, IsValidAndMeetsTheOptimumOnSomeLargeShapes) {
    for (const Shape& shape :
         {Shape{64, 8, 100}, Shape{1, 200, 3}, Shape{3, 70, 1}, Shape{97, 2, 11}, Shape{17, 3, 33}}) {
        expect_valid_and_optimal(shape);
    }
}

TEST(OptimalPlanner, PlansThroughBuildPlanWithMoreChunksThanRanks) {
    const Plan plan = build_plan({.n_layer = 20,
                                  .stage_count = 2,
                                  .virtual_stages_per_rank = 5,
                                  .schedule = ScheduleKind::optimal,
                                  .microbatches = 1})
                          .value();
    EXPECT_EQ(plan.metrics.total_ticks, 20U);
    EXPECT_EQ(plan.schedule, ScheduleKind::optimal);
}

TEST(OptimalPlanner, RefillsTheBufferItIsGiven) {
    std::vector<TimedOp> buffer = optimal_events(config_of({4, 2, 8}));
    const TimedOp* const where = buffer.data();
    buffer = optimal_events(config_of({2, 2, 3}), std::move(buffer));
    EXPECT_EQ(buffer.data(), where);
    EXPECT_EQ(buffer, optimal_events(config_of({2, 2, 3})));
}

// One microbatch on 2^20 ranks: nearly every slot is idle and must be jumped over.
TEST(OptimalPlanner, TakesTimeForEventsNotForIdleSlots) {
    const std::vector<TimedOp> events = optimal_events(config_of({std::uint64_t{1} << 20, 1, 1}));
    ASSERT_EQ(events.size(), std::size_t{1} << 21);
    EXPECT_EQ(events.back().start_tick, (std::uint64_t{1} << 21) - 1);
}

TEST(OptimalPlanner, HandlesMicrobatchesInIndexOrder) {
    const PipelineConfig config{.n_layer = 4,
                                .stage_count = 2,
                                .virtual_stages_per_rank = 2,
                                .schedule = ScheduleKind::optimal,
                                .microbatches = 5};
    std::map<std::pair<OpKind, std::uint32_t>, std::uint32_t> next;
    for (const TimedOp& op : optimal_events(config)) EXPECT_EQ(op.microbatch, (next[{op.kind, op.stage}]++));
}

}  // namespace
}  // namespace tickproof

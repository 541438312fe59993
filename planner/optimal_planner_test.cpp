#include "planner/optimal_planner.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
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

constexpr std::uint64_t never = ~std::uint64_t{0};

// Start of each op by its position in the chain F(0) .. F(K-1) B(K-1) .. B(0), then microbatch. Empty if an op has an
// id out of range, lies on the wrong rank or appears twice.
std::vector<std::vector<std::uint64_t>> starts(const Shape& shape, const std::vector<TimedOp>& events) {
    const std::uint64_t stages = shape.ranks * shape.chunks;
    std::vector<std::vector<std::uint64_t>> found(2 * stages, std::vector<std::uint64_t>(shape.microbatches, never));
    for (const TimedOp& op : events) {
        if (op.stage >= stages || op.microbatch >= shape.microbatches) return {};
        if (op.rank != op.stage % shape.ranks || op.chunk != op.stage / shape.ranks) return {};
        const std::uint64_t position = op.kind == OpKind::forward ? op.stage : 2 * stages - 1 - op.stage;
        std::uint64_t& start = found[position][op.microbatch];
        if (start != never) return {};
        start = op.start_tick;
    }
    return found;
}

std::string fault(const Shape& shape, const std::vector<TimedOp>& events) {
    const auto when = [](const TimedOp& op) { return std::pair(op.start_tick, op.rank); };
    const auto not_after = [](const auto& a, const auto& b) { return a >= b; };
    if (std::ranges::adjacent_find(events, not_after, when) != events.end())
        return "not one op a rank and tick, sorted";
    const auto start = starts(shape, events);
    if (start.empty()) return "an op twice, misplaced or out of range";
    for (std::size_t position = 0; position < start.size(); ++position) {
        for (std::size_t microbatch = 0; microbatch < shape.microbatches; ++microbatch) {
            if (start[position][microbatch] == never) return "an op is missing";
            if (position > 0 && start[position][microbatch] <= start[position - 1][microbatch]) return "too early";
        }
    }
    return "";
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

TEST(OptimalPlanner, MiniCheckSeesPlantedFaults) {
    const Shape shape{3, 2, 4};
    const std::vector<TimedOp> good = optimal_events(config_of(shape));
    ASSERT_EQ(fault(shape, good), "");
    std::vector<TimedOp> missing = good;
    missing.pop_back();
    EXPECT_EQ(fault(shape, missing), "an op is missing");
    std::vector<TimedOp> swapped = good;
    std::swap(swapped.front().microbatch, swapped.back().microbatch);
    EXPECT_NE(fault(shape, swapped), "");
    std::vector<TimedOp> misplaced = good;
    misplaced.front().stage += 1;
    EXPECT_NE(fault(shape, misplaced), "");
    std::vector<TimedOp> crowded = good;
    crowded[1].start_tick = crowded[0].start_tick;
    crowded[1].rank = crowded[0].rank;
    EXPECT_NE(fault(shape, crowded), "");
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

}  // namespace
}  // namespace tickproof

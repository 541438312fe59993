#include "planner/metrics.h"

#include <bit>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace tickproof {
namespace {

TimedOp at(std::uint64_t tick, std::uint32_t rank) { return {.start_tick = tick, .rank = rank}; }

TEST(PlanMetrics, CountsBusyAndIdleTicksOfEachRank) {
    const PlanMetrics metrics = plan_metrics(2, std::vector{at(0, 0), at(4, 1), at(2, 0)});
    EXPECT_EQ(metrics.total_ticks, 5U);
    EXPECT_EQ(metrics.total_events, 3U);
    EXPECT_EQ(metrics.stage_busy_ticks, (std::vector<std::uint64_t>{2, 1}));
    EXPECT_EQ(metrics.stage_idle_ticks, (std::vector<std::uint64_t>{3, 4}));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(metrics.bubble_fraction), 0x3f333333U);  // 7 / 10 as the nearest f32
}

TEST(PlanMetrics, AreZeroWithoutEvents) {
    const PlanMetrics metrics = plan_metrics(3, {});
    EXPECT_EQ(metrics.total_ticks, 0U);
    EXPECT_EQ(metrics.total_events, 0U);
    EXPECT_EQ(metrics.stage_idle_ticks, (std::vector<std::uint64_t>{0, 0, 0}));
    EXPECT_EQ(metrics.bubble_fraction, 0.0F);
}

TEST(PlanMetrics, TakeMoreEventsThanTicksAsNoIdleTime) {
    EXPECT_EQ(plan_metrics(1, std::vector{at(0, 0), at(0, 0)}).stage_idle_ticks, (std::vector<std::uint64_t>{0}));
}

// Idle ticks and slots are rounded to f32 before the division: 2^24 + 2 over 2^24 + 3, the latter to 2^24 + 4.
TEST(PlanMetrics, RoundBeforeTheyDivide) {
    constexpr std::uint64_t last = (std::uint64_t{1} << 24) + 2;
    const float fraction = plan_metrics(1, std::vector{at(last, 0)}).bubble_fraction;
    EXPECT_EQ(fraction, 16777218.0F / 16777220.0F);
    EXPECT_NE(fraction, static_cast<float>(16777218.0 / 16777219.0));
}

TEST(PlanMetrics, DoNotWrapAtTheLastTick) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const PlanMetrics metrics = plan_metrics(2, std::vector{at(most, 0)});
    EXPECT_EQ(metrics.total_ticks, most);
    EXPECT_EQ(metrics.bubble_fraction, 1.0F);
}

TEST(PlanMetrics, RefuseAnEventOnARankThatDoesNotExist) {
    EXPECT_THROW((void)plan_metrics(1, std::vector{at(0, 1)}), std::out_of_range);
}

}  // namespace
}  // namespace tickproof

#include "cli/timeline.h"

#include <limits>

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

Problem two_ranks() {
    Problem problem;
    problem.ranks = 2;
    problem.chunks = 1;
    problem.microbatches = 1;
    problem.placement = Placement::loop(2);
    return problem;
}

TimedOp op(std::uint64_t tick, std::uint32_t rank, OpKind kind, std::uint32_t microbatch = 0) {
    return {tick, rank, rank, 0, microbatch, kind};
}

const Schedule small{op(0, 0, OpKind::forward), op(1, 1, OpKind::forward), op(2, 1, OpKind::backward),
                     op(3, 0, OpKind::backward)};

TEST(Timeline, AShortScheduleNamesEveryOp) {
    const Timeline timeline = draw(two_ranks(), small, 80);
    EXPECT_EQ(timeline.ticks, 4U);
    EXPECT_EQ(timeline.ticks_per_column, 1U);
    ASSERT_EQ(timeline.rows.size(), 2U);
    EXPECT_EQ(timeline.rows[0], "rank 0 F0 .  .  B0");
    EXPECT_EQ(timeline.rows[1], "rank 1 .  F0 B0 .");
    EXPECT_EQ(timeline.ruler, "tick   0");
}

TEST(Timeline, ATickTakenTwiceIsMarked) {
    Schedule schedule = small;
    schedule.push_back(op(0, 0, OpKind::backward));
    EXPECT_EQ(draw(two_ranks(), schedule, 80).rows[0], "rank 0 !  .  .  B0");
    EXPECT_EQ(draw(two_ranks(), schedule, 11).rows[0], "rank 0 !..B");
}

TEST(Timeline, ALongerOneShowsALetterATick) { EXPECT_EQ(draw(two_ranks(), small, 11).rows[0], "rank 0 F..B"); }

TEST(Timeline, AVeryLongOneIsSampledAndNeverWiderThanAsked) {
    Problem problem = two_ranks();
    Schedule schedule;
    for (std::uint32_t i = 0; i < 1000; ++i)
        schedule.push_back(op(i, 0, i < 500 ? OpKind::forward : OpKind::backward, i));
    for (const std::uint64_t width : {8U, 9U, 20U, 80U, 200U}) {
        const Timeline timeline = draw(problem, schedule, width);
        EXPECT_GT(timeline.ticks_per_column, 1U);
        for (const std::string& row : timeline.rows) EXPECT_LE(row.size(), width);
        EXPECT_LE(timeline.ruler.size(), width);
        EXPECT_EQ(timeline.rows[0][7], 'F');
        EXPECT_EQ(timeline.rows[1].back(), '.');
    }
}

TEST(Timeline, DurationsTakeTheirTicks) {
    Problem problem = two_ranks();
    problem.durations.forward = 3;
    EXPECT_EQ(draw(problem, Schedule{op(0, 0, OpKind::forward)}, 80).rows[0], "rank 0 F0 -  -");
}

TEST(Timeline, HostileOpsStayWithinTheCanvas) {
    const Schedule schedule{op(std::numeric_limits<std::uint64_t>::max(), 0, OpKind::forward),
                            op(7, std::numeric_limits<std::uint32_t>::max(), OpKind::backward)};
    Problem problem = two_ranks();
    problem.ranks = std::numeric_limits<std::uint64_t>::max();
    const Timeline timeline = draw(problem, schedule, 40);
    EXPECT_EQ(timeline.rows.size(), max_rows);
    EXPECT_EQ(timeline.hidden_ranks, problem.ranks - max_rows);
    EXPECT_TRUE(draw(problem, {}, 40).ticks == 0);
    EXPECT_EQ(draw(problem, small, std::numeric_limits<std::uint64_t>::max()).ticks, 4U);
}

}  // namespace
}  // namespace tickproof::cli

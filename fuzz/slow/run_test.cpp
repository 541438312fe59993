#include "fuzz/slow/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/slow/simulation.h"

namespace tickproof::slow {
namespace {

Problem two_ranks(std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = 2;
    problem.chunks = 1;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(2);
    return problem;
}

Action action(ActionKind kind, std::uint32_t stage, std::uint32_t microbatch) {
    return {kind, false, stage, microbatch};
}

Orders orders_of(std::vector<std::vector<Action>> by_rank) {
    return {.id = "",
            .ranks = 2,
            .chunks = 1,
            .microbatches = 1,
            .placement = Placement::loop(2),
            .by_rank = std::move(by_rank)};
}

using enum ActionKind;

TEST(SlowRun, StartsEachOpAsSoonAsItCan) {
    Problem problem = two_ranks(1);
    problem.durations = {.forward = 2, .backward = 3, .backward_input = 1, .backward_weight = 1};
    problem.hop_latency_ticks = 1;
    const Orders orders =
        orders_of({{action(forward, 0, 0), action(backward, 0, 0)}, {action(forward, 1, 0), action(backward, 1, 0)}});
    const Outcome outcome = run(problem, orders);
    const auto* ran = std::get_if<Ran>(&outcome);
    ASSERT_NE(ran, nullptr);
    std::vector<std::uint64_t> starts;
    for (const TimedOp& op : ran->schedule) starts.push_back(op.start_tick);
    EXPECT_THAT(starts, testing::ElementsAre(0, 9, 3, 5));
    EXPECT_TRUE(simulate(problem, ran->schedule).valid());
    EXPECT_EQ(makespan(problem, ran->schedule), 12U);
}

TEST(SlowRun, IsStuckInACycle) {
    const Orders orders =
        orders_of({{action(backward, 0, 0), action(forward, 0, 0)}, {action(forward, 1, 0), action(backward, 1, 0)}});
    const Outcome outcome = run(two_ranks(1), orders);
    const auto* stuck = std::get_if<Stuck>(&outcome);
    ASSERT_NE(stuck, nullptr);
    EXPECT_EQ(stuck->never_run, 4U);
    EXPECT_THAT(stuck->reached, testing::ElementsAre(0, 0));
}

TEST(SlowRun, GetsAsFarAsItCanBeforeACycle) {
    const Orders orders =
        orders_of({{action(forward, 0, 0), action(backward, 0, 0)}, {action(backward, 1, 0), action(forward, 1, 0)}});
    const Outcome outcome = run(two_ranks(1), orders);
    const auto* stuck = std::get_if<Stuck>(&outcome);
    ASSERT_NE(stuck, nullptr);
    EXPECT_EQ(stuck->never_run, 3U);
    EXPECT_THAT(stuck->reached, testing::ElementsAre(1, 0));
}

}  // namespace
}  // namespace tickproof::slow

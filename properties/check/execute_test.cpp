#include "properties/check/execute.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/statistics.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using Peaks = std::vector<std::uint64_t>;

Executed run(const Problem& problem, const Orders& orders) {
    Execution execution = execute(problem, orders);
    EXPECT_TRUE(std::holds_alternative<Executed>(execution));
    return std::get<Executed>(std::move(execution));
}
Executed run(const Orders& orders) { return run(problem_of(orders), orders); }

Peaks peaks(const Orders& orders) {
    return in_flight_peaks(problem_of(orders), run(orders).schedule, FreedAt::weight_gradient);
}

Deadlock deadlock(const Orders& orders) {
    Execution execution = execute(problem_of(orders), orders);
    EXPECT_TRUE(std::holds_alternative<Deadlock>(execution));
    return std::get<Deadlock>(std::move(execution));
}

TEST(Execute, StartsEachOpAsSoonAsItsInputsAreThere) {
    const Executed executed = run(tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}));
    std::vector<std::uint64_t> starts;
    for (const TimedOp& op : executed.schedule) starts.push_back(op.start_tick);
    EXPECT_EQ(starts, (std::vector<std::uint64_t>{0, 1, 3, 5, 1, 2, 3, 4}));
    EXPECT_EQ(executed.makespan_ticks, 6U);
}

TEST(Execute, KeepsTheOrderOfTheRanksAndFillsInChunks) {
    const Orders orders = tiny_orders(1, {"0F0 2F0 2B0 0B0", "1F0 3F0 3B0 1B0"}, 2);
    const Executed executed = run(orders);
    EXPECT_EQ(executed.makespan_ticks, 8U);
    EXPECT_EQ(executed.schedule[1], (TimedOp{2, 0, 2, 1, 0, OpKind::forward}));
    EXPECT_EQ(executed.schedule[7], (TimedOp{6, 1, 1, 0, 0, OpKind::backward}));
}

TEST(Execute, AWarmUpForwardTooFewDoesNotHangButIsSlow) {
    EXPECT_EQ(run(one_forward_one_backward(4, 8, 0)).makespan_ticks, 22U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, 0)), (Peaks{4, 3, 2, 1}));
    EXPECT_EQ(run(one_forward_one_backward(4, 8, -1)).makespan_ticks, 36U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, -1)), (Peaks{3, 2, 1, 1}));
    EXPECT_EQ(run(one_forward_one_backward(4, 8, 1)).makespan_ticks, 22U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, 1)), (Peaks{5, 4, 3, 2}));
}

TEST(Execute, DurationsAndLatencyCount) {
    const Orders orders = tiny_orders(1, {"F0 I0 W0", "F0 B0"});
    Problem problem = problem_of(orders);
    problem.durations = {.forward = 3, .backward = 5, .backward_input = 7, .backward_weight = 11};
    problem.hop_latency_ticks = 100;
    const Executed executed = run(problem, orders);
    EXPECT_EQ(executed.schedule[3].start_tick, 103U);
    EXPECT_EQ(executed.schedule[1].start_tick, 103U + 3 + 5 + 100);
    EXPECT_EQ(executed.makespan_ticks, 103U + 3 + 5 + 100 + 7 + 11);
    EXPECT_TRUE(check_schedule(problem, executed.schedule).valid());
}

TEST(Deadlock, NamesTheCycle) {
    const Deadlock found = deadlock(tiny_orders(1, {"0F0 2F0 0B0 2B0", "1F0 3F0 3B0 1B0"}, 2));
    EXPECT_EQ(in_words(found), "rank 0 waits at op 2 (0B0) for 1B0; rank 1 waits at op 3 (1B0) for 2B0");
    EXPECT_EQ(found.never_run, 3U);
}

TEST(Deadlock, ARankThatWaitsForItselfIsACycleOfOne) {
    EXPECT_EQ(in_words(deadlock(tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"}))), "rank 0 waits at op 1 (0W0) for 0I0");
    EXPECT_EQ(in_words(deadlock(tiny_orders(2, {"F0 B1 F1 B0", "F0 B0 F1 B1"}))), "rank 0 waits at op 1 (0B1) for 0F1");
}

TEST(Deadlock, IsFoundBehindRanksThatOnlyWait) {
    // Ranks 0 and 1 wait for ranks 2 and 3, which wait for each other.
    const Deadlock found = deadlock(tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1", "F0 B1 F1 B0", "F0 F1 B0 B1"}));
    for (const Wait& wait : found.cycle) EXPECT_GE(wait.rank, 2U);
}

TEST(Deadlock, EachMemberAwaitsWhatTheNextOnesRankHasNotReached) {
    const Orders orders =
        tiny_orders(1, {"0F0 3F0 6F0 6B0 3B0 0B0", "4F0 1F0 7F0 7B0 4B0 1B0", "2F0 5F0 8F0 8B0 5B0 2B0"}, 3);
    const std::vector<Wait> cycle = deadlock(orders).cycle;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Wait& next = cycle[(i + 1) % cycle.size()];
        EXPECT_EQ(cycle[i].awaited.rank, next.rank);
        const std::vector<Action>& actions = orders.by_rank[next.rank];
        const auto awaited = std::ranges::find_if(actions, [&](const Action& action) {
            return action.stage == cycle[i].awaited.stage && static_cast<OpKind>(action.kind) == cycle[i].awaited.kind;
        });
        EXPECT_GE(static_cast<std::size_t>(awaited - actions.begin()), next.position);
    }
}

TEST(Deadlock, LongCyclesAreCutInWords) {
    Deadlock deadlock;
    for (std::uint32_t rank = 0; rank < 1000; ++rank) deadlock.cycle.push_back({rank, 0, {}, {}});
    EXPECT_LT(in_words(deadlock).size(), 1000U);
    EXPECT_TRUE(in_words(deadlock).ends_with("; and so on over 1000 ranks"));
}

}  // namespace
}  // namespace tickproof::check

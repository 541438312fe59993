// The slow simulation by itself, on schedules written by hand: what it calls wrong is wrong.
#include "fuzz/slow/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickproof::slow {
namespace {

// Two ranks, one chunk, two microbatches, unit time: 1F1B in six ticks.
Problem two_by_two() {
    Problem problem;
    problem.ranks = 2;
    problem.chunks = 1;
    problem.microbatches = 2;
    problem.placement = Placement::loop(2);
    return problem;
}

TimedOp op(std::uint64_t tick, std::uint32_t rank, OpKind kind, std::uint32_t microbatch) {
    return {.start_tick = tick, .rank = rank, .stage = rank, .chunk = 0, .microbatch = microbatch, .kind = kind};
}

Schedule one_f_one_b() {
    using enum OpKind;
    return {op(0, 0, forward, 0),  op(1, 0, forward, 1), op(1, 1, forward, 0),  op(2, 1, backward, 0),
            op(3, 0, backward, 0), op(3, 1, forward, 1), op(4, 1, backward, 1), op(5, 0, backward, 1)};
}

std::string seen(const Problem& problem, const Schedule& ops) { return in_words(simulate(problem, ops)); }

TEST(SlowSimulation, SeesNothingWrongWithAValidSchedule) {
    EXPECT_EQ(seen(two_by_two(), one_f_one_b()), "valid");
    EXPECT_EQ(makespan(two_by_two(), one_f_one_b()), 6U);
    EXPECT_THAT(simulate(two_by_two(), one_f_one_b()).peaks, testing::ElementsAre(2, 1));
}

TEST(SlowSimulation, SeesWhatIsMissingDoubledOrForeign) {
    Schedule ops = one_f_one_b();
    ops.pop_back();
    EXPECT_EQ(seen(two_by_two(), ops), "exactly-once");
    ops = one_f_one_b();
    ops.push_back(op(9, 0, OpKind::forward, 0));
    EXPECT_EQ(seen(two_by_two(), ops), "exactly-once");
    ops = one_f_one_b();
    ops.push_back(op(9, 0, OpKind::forward, 2));
    EXPECT_EQ(seen(two_by_two(), ops), "exactly-once");
    ops = one_f_one_b();
    ops.push_back(op(9, 0, OpKind::backward_input, 1));
    EXPECT_EQ(seen(two_by_two(), ops), "exactly-once");
}

TEST(SlowSimulation, SeesAnOpBeforeItsInputs) {
    Schedule ops = one_f_one_b();
    ops[2].start_tick = 0;  // F of stage 1 with F of stage 0
    EXPECT_EQ(seen(two_by_two(), ops), "dependency");
    Problem slow_hops = two_by_two();
    slow_hops.hop_latency_ticks = 1;
    EXPECT_EQ(seen(slow_hops, one_f_one_b()), "dependency");
}

TEST(SlowSimulation, SeesTwoOpsAtOnce) {
    Schedule ops = one_f_one_b();
    ops[1].start_tick = 0;
    EXPECT_EQ(seen(two_by_two(), ops), "one-op");
    Problem slow_forwards = two_by_two();
    slow_forwards.microbatches = 1;
    slow_forwards.durations.forward = 3;
    const Schedule single{op(0, 0, OpKind::forward, 0), op(3, 1, OpKind::forward, 0), op(5, 1, OpKind::backward, 0),
                          op(6, 0, OpKind::backward, 0)};
    EXPECT_EQ(seen(slow_forwards, single), "dependency, one-op");
}

TEST(SlowSimulation, SeesAnOpOnAnotherRank) {
    Schedule ops = one_f_one_b();
    ops[7].rank = 1;
    EXPECT_EQ(seen(two_by_two(), ops), "own-rank");
    ops[7].rank = ~std::uint32_t{0};
    EXPECT_EQ(seen(two_by_two(), ops), "own-rank");
}

TEST(SlowSimulation, SeesACapBroken) {
    Problem capped = two_by_two();
    capped.max_in_flight = 2;
    EXPECT_EQ(seen(capped, one_f_one_b()), "valid");
    capped.max_in_flight = 1;
    EXPECT_EQ(seen(capped, one_f_one_b()), "in-flight-cap");
}

TEST(SlowSimulation, TimesAtTheirLimitDoNotWrap) {
    Schedule ops = one_f_one_b();
    ops[7].start_tick = ~std::uint64_t{0};
    EXPECT_EQ(seen(two_by_two(), ops), "valid");
    EXPECT_EQ(makespan(two_by_two(), ops), ~std::uint64_t{0});
}

TEST(SlowSimulation, ASplitBackwardNeedsBothHalvesAndNoWhole) {
    Problem any = two_by_two();
    any.ranks = 1;
    any.placement = Placement::loop(1);
    any.microbatches = 1;
    any.backward_form = BackwardForm::any;
    using enum OpKind;
    const Schedule split{op(0, 0, forward, 0), op(1, 0, backward_input, 0), op(2, 0, backward_weight, 0)};
    EXPECT_EQ(seen(any, split), "valid");
    EXPECT_EQ(seen(any, {split[0], split[1]}), "exactly-once");
    EXPECT_EQ(seen(any, {split[0], split[1], split[2], op(3, 0, backward, 0)}), "exactly-once");
    EXPECT_EQ(seen(any, {split[0], op(1, 0, backward, 0)}), "valid");
    EXPECT_THAT(seen(any, {split[0], op(1, 0, backward_weight, 0), op(2, 0, backward_input, 0)}), "dependency");
}

TEST(SlowSimulation, FitsSmallShapesAlone) {
    Problem problem = two_by_two();
    EXPECT_TRUE(fits(problem));
    problem.microbatches = 0;
    EXPECT_FALSE(fits(problem));
    problem.microbatches = std::uint64_t{1} << 62;
    EXPECT_FALSE(fits(problem));
}

}  // namespace
}  // namespace tickproof::slow

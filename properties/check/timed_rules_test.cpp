// The rules over timed ops, by way of check_schedule.
#include <algorithm>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t last_tick = std::numeric_limits<std::uint64_t>::max();

Problem problem(std::uint64_t ranks, std::uint64_t microbatches, BackwardForm form = BackwardForm::full) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = 1;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(ranks);
    problem.backward_form = form;
    return problem;
}

TimedOp op(OpKind kind, std::uint32_t stage, std::uint32_t microbatch, std::uint64_t tick) {
    return {tick, stage, stage, 0, microbatch, kind};
}
constexpr OpKind F = OpKind::forward;
constexpr OpKind B = OpKind::backward;
constexpr OpKind I = OpKind::backward_input;
constexpr OpKind W = OpKind::backward_weight;

std::vector<std::string> witnesses(const Report& report, Rule rule) {
    std::vector<std::string> found;
    for (const Violation& violation : report.violations()) {
        if (violation.rule == rule) found.push_back(violation.place + ": " + violation.witness);
    }
    return found;
}

// What one rule says, if it is the only one that says anything.
std::vector<std::string> only(const Problem& problem, const Schedule& ops, Rule rule) {
    const Report report = check_schedule(problem, ops);
    EXPECT_EQ(report.count(), report.count(rule));
    return witnesses(report, rule);
}

TEST(ExactlyOnce, NamesWhatIsMissing) {
    EXPECT_THAT(only(problem(1, 2), {op(F, 0, 0, 0), op(B, 0, 0, 1), op(F, 0, 1, 2)}, Rule::exactly_once),
                ElementsAre("stage 0 microbatch 1: B of microbatch 1 on stage 0 is missing"));
    EXPECT_THAT(only(problem(1, 2, BackwardForm::any), {op(F, 0, 1, 0), op(B, 0, 1, 1)}, Rule::exactly_once),
                ElementsAre("stage 0 microbatch 0: F of microbatch 0 on stage 0 is missing",
                            "stage 0 microbatch 0: B of microbatch 0 on stage 0 (or its I and W) is missing"));
    EXPECT_THAT(only(problem(1, 1), {op(B, 0, 0, 1)}, Rule::exactly_once),
                ElementsAre("stage 0 microbatch 0: F of microbatch 0 on stage 0 is missing"));
}

TEST(ExactlyOnce, NamesRepeatsAndWhatIsOutOfRange) {
    EXPECT_THAT(only(problem(1, 1), {op(F, 0, 0, 0), op(B, 0, 0, 1), op(F, 0, 0, 2)}, Rule::exactly_once),
                ElementsAre("event 2: F of microbatch 0 on stage 0 comes again, first at event 0"));
    EXPECT_THAT(only(problem(1, 1), {op(F, 0, 0, 0), op(B, 0, 0, 1), op(F, 0, 1, 2)}, Rule::exactly_once),
                ElementsAre("event 2: F of microbatch 1 on stage 0: there is no microbatch 1, only 1 in all"));
    TimedOp stray = op(F, 7, 0, 2);
    stray.rank = 0;
    EXPECT_THAT(only(problem(1, 1), {op(F, 0, 0, 0), op(B, 0, 0, 1), stray}, Rule::exactly_once),
                ElementsAre("event 2: F of microbatch 0 on stage 7: there is no stage 7, only 1 in all"));
}

TEST(ExactlyOnce, JudgesTheTwoFormsOfABackward) {
    const Problem any = problem(1, 1, BackwardForm::any);
    const TimedOp forward = op(F, 0, 0, 0);
    EXPECT_THAT(only(any, {forward, op(B, 0, 0, 1)}, Rule::exactly_once), ElementsAre());
    EXPECT_THAT(only(any, {forward, op(I, 0, 0, 1), op(W, 0, 0, 2)}, Rule::exactly_once), ElementsAre());
    EXPECT_THAT(only(any, {forward, op(I, 0, 0, 1)}, Rule::exactly_once),
                ElementsAre("event 1: I of microbatch 0 on stage 0 has no W"));
    EXPECT_THAT(only(any, {forward, op(W, 0, 0, 1)}, Rule::exactly_once),
                ElementsAre("event 1: W of microbatch 0 on stage 0 has no I"));
    const Problem split = problem(1, 1, BackwardForm::split);
    EXPECT_THAT(only(split, {forward, op(I, 0, 0, 1), op(W, 0, 0, 2)}, Rule::exactly_once), ElementsAre());
    EXPECT_THAT(only(split, {forward, op(I, 0, 0, 1)}, Rule::exactly_once),
                ElementsAre("event 1: I of microbatch 0 on stage 0 has no W"));
    EXPECT_THAT(only(split, {forward, op(B, 0, 0, 1)}, Rule::exactly_once),
                ElementsAre("event 1: B of microbatch 0 on stage 0: every backward must be an I and a W here",
                            "stage 0 microbatch 0: B of microbatch 0 on stage 0 (as I and W) is missing"));
    EXPECT_THAT(
        only(any, {forward, op(B, 0, 0, 1), op(W, 0, 0, 2)}, Rule::exactly_once),
        ElementsAre("event 2: W of microbatch 0 on stage 0 has a B beside it: the weight gradient comes twice"));
    EXPECT_THAT(only(any, {forward, op(B, 0, 0, 1), op(I, 0, 0, 2)}, Rule::exactly_once),
                ElementsAre("event 2: I of microbatch 0 on stage 0 has a B beside it: the input gradient comes twice"));
    EXPECT_THAT(only(problem(1, 1), {forward, op(B, 0, 0, 1), op(W, 0, 0, 2)}, Rule::exactly_once),
                ElementsAre("event 2: W of microbatch 0 on stage 0: every backward must be a full B here"));
}

TEST(Dependency, AResultIsUsableOnlyAfterItHasEnded) {
    const Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 1), op(B, 0, 0, 3)};
    EXPECT_THAT(witnesses(check_schedule(problem(2, 1), ops), Rule::dependency),
                ElementsAre("event 2: B of microbatch 0 on stage 1 starts at tick 1, but F of microbatch 0 on stage 1 "
                            "(rank 1) ends at tick 2"));
    EXPECT_THAT(only(problem(2, 1), {op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 2), op(B, 0, 0, 3)}, Rule::dependency),
                ElementsAre());
}

TEST(Dependency, ABackwardWaitsForTheStageAbove) {
    const Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 0, 0, 2), op(B, 1, 0, 3)};
    EXPECT_THAT(only(problem(2, 1), ops, Rule::dependency),
                ElementsAre("event 2: B of microbatch 0 on stage 0 starts at tick 2, but B of microbatch 0 on stage 1 "
                            "(rank 1) ends at tick 4"));
}

TEST(Dependency, DurationsAndLatencyCount) {
    Problem slow = problem(2, 1);
    slow.durations = {.forward = 2, .backward = 3};
    slow.hop_latency_ticks = 5;
    Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 7), op(B, 1, 0, 9), op(B, 0, 0, 17)};
    EXPECT_TRUE(check_schedule(slow, ops).valid());
    ops[1].start_tick = 6;
    EXPECT_THAT(only(slow, ops, Rule::dependency),
                ElementsAre("event 1: F of microbatch 0 on stage 1 starts at tick 6, but F of microbatch 0 on stage 0 "
                            "(rank 0) ends at tick 2 and takes 5 ticks to reach rank 1"));
}

TEST(Dependency, SplitBackwards) {
    const Problem any = problem(2, 1, BackwardForm::any);
    Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 1), op(I, 1, 0, 2), op(W, 1, 0, 3), op(I, 0, 0, 3), op(W, 0, 0, 4)};
    EXPECT_TRUE(check_schedule(any, ops).valid());
    ops[5].start_tick = 2;
    EXPECT_THAT(only(any, ops, Rule::dependency),
                ElementsAre("event 5: W of microbatch 0 on stage 0 starts at tick 2, but I of microbatch 0 on stage 0 "
                            "(rank 0) ends at tick 4"));
    ops[5].start_tick = 5;
    ops[4].start_tick = 2;
    EXPECT_EQ(only(any, ops, Rule::dependency).size(), 1U);
}

TEST(Dependency, TicksNearTheEndOfTimeDoNotWrap) {
    const Schedule ops{op(F, 0, 0, last_tick), op(B, 0, 0, 0)};
    EXPECT_EQ(only(problem(1, 1), ops, Rule::dependency).size(), 1U);
    EXPECT_TRUE(check_schedule(problem(1, 1), Schedule{op(F, 0, 0, last_tick - 1), op(B, 0, 0, last_tick)}).valid());
}

TEST(OneOp, NamesBothOps) {
    const Schedule ops{op(F, 0, 0, 0), op(F, 0, 1, 0), op(B, 0, 0, 1), op(B, 0, 1, 2)};
    EXPECT_THAT(only(problem(1, 2), ops, Rule::one_op),
                ElementsAre("event 1: rank 0 runs F of microbatch 0 on stage 0 from tick 0 for 1 tick, and F of "
                            "microbatch 1 on stage 0 starts at tick 0"));
}

TEST(OneOp, ALongOpMayMeetSeveral) {
    Problem slow = problem(1, 3);
    slow.durations.forward = 10;
    const Schedule ops{op(F, 0, 0, 0),  op(B, 0, 0, 10), op(F, 0, 1, 11),
                       op(F, 0, 2, 21), op(B, 0, 1, 22), op(B, 0, 2, 31)};
    EXPECT_EQ(only(slow, ops, Rule::one_op).size(), 1U);
    slow.durations.forward = 11;
    EXPECT_EQ(check_schedule(slow, ops).count(Rule::one_op), 4U);
}

TEST(OneOp, IsTheSameForOpsInAnyOrder) {
    Schedule ops{op(F, 0, 0, 0), op(F, 0, 1, 0), op(B, 0, 0, 1), op(B, 0, 1, 1)};
    EXPECT_EQ(check_schedule(problem(1, 2), ops).count(Rule::one_op), 2U);
    std::ranges::reverse(ops);
    EXPECT_EQ(check_schedule(problem(1, 2), ops).count(Rule::one_op), 2U);
}

TEST(OneOp, SeesTheLastTickOfAll) {
    const Schedule ops{op(F, 0, 0, 0), op(B, 0, 0, last_tick), op(F, 0, 1, 1), op(B, 0, 1, last_tick)};
    EXPECT_EQ(only(problem(1, 2), ops, Rule::one_op).size(), 1U);
}

TEST(OwnRank, NamesTheHolder) {
    Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 2), op(B, 0, 0, 3)};
    ops[1].rank = 0;
    ops[3].rank = 2;
    EXPECT_THAT(only(problem(2, 1), ops, Rule::own_rank),
                ElementsAre("event 1: F of microbatch 0 on stage 1 is on rank 0, but rank 1 holds stage 1",
                            "event 3: B of microbatch 0 on stage 0 is on rank 2, but there are only 2 ranks"));
}

TEST(OwnRank, FollowsThePlacement) {
    Problem turned = problem(2, 1);
    turned.placement = Placement::listed({1, 0});
    Schedule ops{op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 2), op(B, 0, 0, 3)};
    EXPECT_EQ(check_schedule(turned, ops).count(Rule::own_rank), 4U);
    for (TimedOp& each : ops) each.rank = 1 - each.rank;
    EXPECT_TRUE(check_schedule(turned, ops).valid());
    turned.placement = Placement::listed({1});
    EXPECT_EQ(only(turned, ops, Rule::own_rank).size(), 2U);
}

TEST(InFlightCap, CountsForwardsWhoseBackwardIsNotDone) {
    Problem capped = problem(1, 3);
    const Schedule ops{op(F, 0, 0, 0), op(F, 0, 1, 1), op(B, 0, 0, 2), op(F, 0, 2, 3), op(B, 0, 1, 4), op(B, 0, 2, 5)};
    EXPECT_TRUE(check_schedule(capped, ops).valid());
    capped.max_in_flight = 2;
    EXPECT_TRUE(check_schedule(capped, ops).valid());
    capped.max_in_flight = 1;
    EXPECT_THAT(only(capped, ops, Rule::in_flight_cap),
                ElementsAre("event 1: F of microbatch 1 on stage 0 is in-flight activation 2 of rank 0 at tick 1, but "
                            "the cap is 1",
                            "event 3: F of microbatch 2 on stage 0 is in-flight activation 2 of rank 0 at tick 3, but "
                            "the cap is 1"));
    capped.max_in_flight = 0;
    EXPECT_EQ(check_schedule(capped, ops).count(Rule::in_flight_cap), 3U);
}

TEST(InFlightCap, AnInputHalfFreesNothing) {
    Problem capped = problem(1, 2, BackwardForm::any);
    capped.max_in_flight = 1;
    const Schedule ops{op(F, 0, 0, 0), op(I, 0, 0, 1), op(F, 0, 1, 2), op(W, 0, 0, 3), op(I, 0, 1, 4), op(W, 0, 1, 5)};
    EXPECT_EQ(only(capped, ops, Rule::in_flight_cap).size(), 1U);
}

TEST(TimedRules, AgreeWhetherOpsAreLookedUpInATableOrInAList) {
    Plan plan = tiny_plan(4, 2, 16);
    event(plan, OpKind::forward, 3, 5).start_tick = 0;
    event(plan, OpKind::backward, 2, 9).microbatch = 8;
    const Problem honest = problem_of(plan);
    Problem boastful = honest;
    boastful.microbatches = std::uint64_t{1} << 40;
    const Report by_table = check_schedule(honest, plan.events);
    const Report by_list = check_schedule(boastful, plan.events);
    EXPECT_EQ(witnesses(by_table, Rule::dependency), witnesses(by_list, Rule::dependency));
    EXPECT_EQ(witnesses(by_table, Rule::one_op), witnesses(by_list, Rule::one_op));
    EXPECT_GT(by_table.count(Rule::dependency), 0U);
    EXPECT_EQ(by_table.count(Rule::exactly_once), 2U);
    const std::uint64_t cells_undeclared = ((std::uint64_t{1} << 40) - 16) * 8;
    EXPECT_EQ(by_list.count(Rule::exactly_once), 2 + 2 * cells_undeclared);
}

}  // namespace
}  // namespace tickproof::check

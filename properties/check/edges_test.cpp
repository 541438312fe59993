// What lies exactly on an edge: the first and the last of anything, numbers that could be taken for each other, shapes
// without ranks or events. Found by changing the checker in one place at a time (docs/mutation.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/expect.h"
#include "properties/check/op_index.h"
#include "properties/check/tiny_orders_test_data.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr OpKind F = OpKind::forward;
constexpr OpKind B = OpKind::backward;
constexpr OpKind I = OpKind::backward_input;

Problem shape(std::uint64_t ranks, std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = 1;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(ranks);
    return problem;
}

TimedOp op(OpKind kind, std::uint32_t stage, std::uint32_t microbatch, std::uint64_t tick) {
    return {tick, stage, stage, 0, microbatch, kind};
}

std::vector<std::string> words(const Report& report, Rule rule) {
    std::vector<std::string> found;
    for (const Violation& violation : report.violations()) {
        if (violation.rule == rule) found.push_back(violation.place + ": " + violation.witness);
    }
    return found;
}

std::vector<std::string> of_ops(const Problem& problem, const Schedule& ops, Rule rule) {
    return words(check_schedule(problem, ops), rule);
}

std::vector<std::string> of_plan(const Plan& plan, Rule rule) {
    return words(check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = {}}), rule);
}

Plan with_layers(std::uint64_t n_layer, const std::vector<LayerRange>& ranges) {
    Plan plan = tiny_plan(static_cast<std::uint32_t>(ranges.size()), 1, 4);
    plan.n_layer = n_layer;
    for (std::size_t i = 0; i < ranges.size(); ++i) plan.stage_assignments[i].layer_range = ranges[i];
    return plan;
}

TEST(Edges, ExactlyOnceTellsStageFromMicrobatch) {
    EXPECT_THAT(of_ops(shape(3, 1), {op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 2, 0, 3), op(B, 1, 0, 4), op(B, 0, 0, 5)},
                       Rule::exactly_once),
                ElementsAre("stage 2 microbatch 0: F of microbatch 0 on stage 2 is missing"));
    EXPECT_THAT(
        of_ops(shape(3, 1), {op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 4), op(B, 0, 0, 5)}, Rule::exactly_once),
        ElementsAre("stage 2 microbatch 0: F of microbatch 0 on stage 2 is missing",
                    "stage 2 microbatch 0: B of microbatch 0 on stage 2 is missing"));
    EXPECT_THAT(of_ops(shape(2, 1), {op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 2), op(B, 0, 0, 3), op(F, 1, 0, 4)},
                       Rule::exactly_once),
                ElementsAre("event 4: F of microbatch 0 on stage 1 comes again, first at event 1"));
}

TEST(Edges, TheStageAfterTheLastIsExactlyOncesMatterAlone) {
    TimedOp beyond = op(F, 2, 0, 4);
    beyond.rank = 1;
    const Report report =
        check_schedule(shape(2, 1), Schedule{op(F, 0, 0, 0), op(F, 1, 0, 1), op(B, 1, 0, 2), op(B, 0, 0, 3), beyond});
    EXPECT_THAT(words(report, Rule::exactly_once),
                ElementsAre("event 4: F of microbatch 0 on stage 2: there is no stage 2, only 2 in all"));
    EXPECT_EQ(report.count(), 1U);

    Plan plan = tiny_plan(2, 1, 1);
    plan.events[0].stage = 2;
    EXPECT_THAT(of_plan(plan, Rule::ids), IsEmpty());
    plan = tiny_plan(2, 1, 1);
    plan.stage_assignments[1].virtual_stage_id = 2;
    EXPECT_THAT(of_plan(plan, Rule::ids), ElementsAre("stage assignment 1: virtual_stage_id is 2"));
}

TEST(Edges, TheRankAfterTheLastIsOwnRanksMatterAlone) {
    TimedOp first = op(F, 0, 0, 0);
    TimedOp second = op(B, 0, 0, 0);
    first.rank = second.rank = 2;
    const TimedOp later = op(F, 1, 0, 3);
    EXPECT_THAT(of_ops(shape(2, 1), {first, second, later}, Rule::one_op), IsEmpty());
    EXPECT_THAT(of_ops(shape(2, 1), {later, first, second}, Rule::one_op), IsEmpty());

    TimedOp nowhere = op(F, 7, 0, 0);
    nowhere.rank = 2;
    EXPECT_THAT(of_ops(shape(2, 1), {nowhere}, Rule::own_rank),
                ElementsAre("event 0: F of microbatch 0 on stage 7 is on rank 2, but there are only 2 ranks"));

    Plan plan = tiny_plan(2, 1, 1);
    plan.events[0].rank = 2;
    EXPECT_THAT(of_plan(plan, Rule::metrics), Contains("metrics: stage_busy_ticks of rank 0 is 2, but the events give "
                                                       "1"));
}

TEST(Edges, AStageThatThePlacementGivesToNoRank) {
    Problem problem = shape(2, 1);
    problem.placement = Placement::listed({0});
    TimedOp lost = op(F, 1, 0, 0);
    lost.rank = 0;
    EXPECT_THAT(of_ops(problem, {lost}, Rule::own_rank),
                ElementsAre("event 0: F of microbatch 0 on stage 1 is on rank 0, but the placement gives stage 1 to no "
                            "rank"));
}

TEST(Edges, TheFirstEntryOfAPlacementIsInRangeToo) {
    const Plan plan = tiny_plan(2, 1, 1);
    const PlanOptions options{.rules = Rules::safety, .placement = Placement::listed({2, 1}), .max_in_flight = {}};
    EXPECT_THAT(words(check_plan(plan, options), Rule::ids),
                Contains("plan: the placement puts stage 0 on rank 2, but there are only 2 ranks"));
}

TEST(Edges, RanksAreJudgedByThemselves) {
    // Not in time order, and in each of them the ranks start at the same tick.
    EXPECT_THAT(of_ops(shape(2, 1), {op(B, 1, 0, 5), op(F, 0, 0, 0), op(F, 1, 0, 0)}, Rule::one_op), IsEmpty());
    // The first rank may be without ops.
    EXPECT_THAT(of_ops(shape(2, 2), {op(F, 1, 0, 0), op(F, 1, 1, 0)}, Rule::one_op),
                ElementsAre("event 1: rank 1 runs F of microbatch 0 on stage 1 from tick 0 for 1 tick, and F of "
                            "microbatch 1 on stage 1 starts at tick 0"));
    EXPECT_THAT(of_ops(shape(0, 1), {op(F, 0, 0, 0), op(B, 0, 0, 0)}, Rule::one_op), IsEmpty());
}

TEST(Edges, OfOpsThatEndTogetherTheLaterIsNamed) {
    Problem problem = shape(1, 2);
    problem.durations.forward = 3;
    problem.durations.backward = 2;
    EXPECT_THAT(of_ops(problem, {op(F, 0, 0, 0), op(B, 0, 0, 1), op(F, 0, 1, 2)}, Rule::one_op),
                Contains("event 2: rank 0 runs B of microbatch 0 on stage 0 from tick 1 for 2 ticks, and F of "
                         "microbatch 1 on stage 0 starts at tick 2"));
}

TEST(Edges, TheFirstOpOfTheListDependsToo) {
    Problem problem = shape(2, 1);
    problem.hop_latency_ticks = 1;
    EXPECT_THAT(of_ops(problem, {op(F, 1, 0, 0), op(F, 0, 0, 0)}, Rule::dependency),
                ElementsAre("event 0: F of microbatch 0 on stage 1 starts at tick 0, but F of microbatch 0 on stage 0 "
                            "(rank 0) ends at tick 1 and takes 1 tick to reach rank 1"));
}

TEST(Edges, HalvesAreStrangersWhereBackwardsAreFull) {
    EXPECT_THAT(of_ops(shape(1, 1), {op(F, 0, 0, 0), op(B, 0, 0, 1), op(I, 0, 0, 2)}, Rule::exactly_once),
                ElementsAre("event 2: I of microbatch 0 on stage 0: every backward must be a full B here"));
}

TEST(Edges, AListOfOpsFindsNoOtherAndKeepsNoneTwice) {
    const Schedule ops{op(F, 0, 0, 0), op(F, 0, 0, 1), op(F, 0, 0, 2), op(F, 0, 0, 3), op(F, 1, 0, 4), op(F, 1, 1, 5)};
    const OpIndex list(shape(2, 2'000'000'000), ops);
    EXPECT_EQ(list.find(B, 0, 0), OpIndex::none);
    EXPECT_THAT(list.repeats(), ElementsAre(1, 2, 3));
    std::size_t cells = 0;
    list.each_cell([&](const Cell&) { ++cells; });
    EXPECT_EQ(cells, 3U);
}

TEST(Edges, ATableOfOpsShowsNoEmptyCell) {
    const Schedule ops{op(F, 1, 0, 0)};
    std::vector<std::uint64_t> stages;
    OpIndex(shape(3, 1), ops).each_cell([&](const Cell& cell) { stages.push_back(cell.stage); });
    EXPECT_THAT(stages, ElementsAre(1));
}

TEST(Edges, OneLayerAndItsLastHolder) {
    EXPECT_THAT(of_plan(with_layers(6, {{0, 2}, {3, 6}}), Rule::cover),
                ElementsAre("stage assignments: layer 2 belongs to no stage"));
    EXPECT_THAT(of_plan(with_layers(2, {{0, 2}, {0, 2}}), Rule::cover),
                ElementsAre("stage assignment 1: layers 0-1 belong to stage 0 and to stage 1"));
    EXPECT_THAT(of_plan(with_layers(6, {{0, 2}, {2, 4}, {3, 6}}), Rule::cover),
                ElementsAre("stage assignment 2: layer 3 belongs to stage 1 and to stage 2"));
    EXPECT_THAT(of_plan(with_layers(6, {{0, 4}, {2, 4}, {3, 6}}), Rule::cover),
                Contains("stage assignment 2: layer 3 belongs to stage 0 and to stage 2"));
}

TEST(Edges, TheFirstTwoStagesAreBalancedToo) {
    EXPECT_THAT(of_plan(with_layers(3, {{0, 1}, {1, 3}}), Rule::balance),
                ElementsAre("stage assignment 1: stage 1 holds 2 layers, more than the 1 of stage 0 before it"));
}

TEST(Edges, NumbersInWordsAreNotTakenForEachOther) {
    Plan plan = tiny_plan(3, 2, 1);
    plan.total_virtual_stages = 5;
    plan.stage_assignments[5].local_stage_index = 0;
    EXPECT_THAT(of_plan(plan, Rule::ids),
                ElementsAre("plan: total_virtual_stages is 5, but 3 ranks of 2 stages each are declared",
                            "stage assignment 5: local_stage_index of stage 5 is 0, not 1"));
    plan = tiny_plan(2, 1, 2);
    std::swap(plan.events.front(), plan.events.back());
    EXPECT_THAT(of_plan(plan, Rule::event_order), Contains("event 1: tick 1 rank 0 is listed after tick 5 rank 0"));
}

TEST(Edges, ASingleTickWithoutWork) {
    Plan plan = tiny_plan(1, 1, 2);
    plan.events[3].start_tick = 4;
    EXPECT_THAT(of_plan(plan, Rule::progress),
                ElementsAre("tick 3: nothing runs in tick 3, but work remains for tick 4"));
}

TEST(Edges, FiguresWithoutEvents) {
    Plan plan = tiny_plan(2, 1, 1);
    plan.events.clear();
    plan.metrics = {0, 0, {0, 0}, {0, 0}, 0.0F};
    EXPECT_THAT(of_plan(plan, Rule::metrics), IsEmpty());
    EXPECT_THAT(of_plan(plan, Rule::exact_metrics), IsEmpty());
}

TEST(Edges, FiguresOfASingleIdleTick) {
    Plan plan = tiny_plan(1, 1, 1);
    plan.events = {op(F, 5, 0, 0)};
    plan.metrics = {1, 1, {0}, {1}, 1.0F};
    EXPECT_THAT(of_plan(plan, Rule::metrics), IsEmpty());
    EXPECT_THAT(of_plan(plan, Rule::exact_metrics), IsEmpty());
}

TEST(Edges, FiguresOfTheFirstRankAndOfTooManyRanks) {
    Plan plan = tiny_plan(2, 1, 1);
    plan.metrics.stage_busy_ticks[0] = 7;
    EXPECT_THAT(of_plan(plan, Rule::metrics),
                ElementsAre("metrics: stage_busy_ticks of rank 0 is 7, but the events give 2"));
    plan.metrics.stage_busy_ticks.push_back(0);
    plan.metrics.bubble_fraction = 0.75F;
    EXPECT_THAT(of_plan(plan, Rule::exact_metrics), IsEmpty());
}

TEST(Edges, TheRoomInAReport) {
    const auto somewhere = [] { return std::pair{std::string("event 7"), std::string("words")}; };
    Report report;
    Report other;
    for (int i = 0; i < 25; ++i) other.add(Rule::exactly_once, somewhere);
    report.append(std::move(other));
    EXPECT_EQ(report.violations().size(), 20U);
    EXPECT_EQ(report.count(Rule::exactly_once), 25U);
}

std::size_t waits_named(std::size_t ranks) {
    const std::string said = in_words(Deadlock{std::vector<Wait>(ranks), ranks});
    std::size_t named = 0;
    for (std::size_t at = 0; (at = said.find("waits", at)) != std::string::npos; ++at) ++named;
    return named;
}

TEST(Edges, SixteenWaitsAreNamed) {
    EXPECT_EQ(waits_named(16), 16U);
    EXPECT_EQ(waits_named(17), 16U);
    EXPECT_EQ(in_words(Deadlock{std::vector<Wait>(16), 16}).find("and so on"), std::string::npos);
    EXPECT_NE(in_words(Deadlock{std::vector<Wait>(17), 17}).find(", and so on over 17 ranks"), std::string::npos);
}

TEST(Edges, AVerdictThatNeedsNoRunIsNotHeldUp) {
    Orders orders = tiny_orders(1, {"F0", "F0 B0"});
    orders.by_rank[1].push_back({ActionKind::unshard, false, 1, 0});
    const Problem problem = problem_of(orders);
    Expectation expected;
    expected.valid = false;
    EXPECT_TRUE(std::holds_alternative<Agrees>(compare(problem, orders, check_orders(problem, orders), expected)));
}

}  // namespace
}  // namespace tickproof::check

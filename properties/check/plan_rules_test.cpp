// The rules over plans, by way of check_plan.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;

std::vector<std::string> found(const Plan& plan, Rule rule) {
    const Report report = check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = {}});
    std::vector<std::string> words;
    for (const Violation& violation : report.violations()) {
        if (violation.rule == rule) words.push_back(violation.place + ": " + violation.witness);
    }
    return words;
}

Plan plan_with_layers(std::optional<std::uint64_t> n_layer, const std::vector<LayerRange>& ranges) {
    Plan plan = tiny_plan(static_cast<std::uint32_t>(ranges.size()), 1, 4);
    plan.n_layer = n_layer;
    for (std::size_t i = 0; i < ranges.size(); ++i) plan.stage_assignments[i].layer_range = ranges[i];
    return plan;
}

std::vector<std::string> cover(std::optional<std::uint64_t> n_layer, const std::vector<LayerRange>& ranges) {
    return found(plan_with_layers(n_layer, ranges), Rule::cover);
}

TEST(Plan, ValidInManyShapes) {
    for (std::uint32_t ranks = 1; ranks <= 5; ++ranks) {
        for (std::uint32_t chunks = 1; chunks <= 3; ++chunks) {
            for (std::uint32_t microbatches = 1; microbatches <= 7; ++microbatches) {
                const Plan plan = tiny_plan(ranks, chunks, microbatches);
                const Report report = check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = {}});
                EXPECT_TRUE(report.valid()) << ranks << " " << chunks << " " << microbatches;
            }
        }
    }
}

TEST(Plan, FewerMicrobatchesThanRanksIsValid) {
    const Plan plan = tiny_plan(8, 1, 1);
    EXPECT_EQ(plan.metrics.total_ticks, 16U);
    EXPECT_EQ(plan.metrics.bubble_fraction, 0.875F);
    EXPECT_TRUE(check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = {}}).valid());
}

TEST(Plan, SeventyOneTicksWhere78AreNeededUsesResultsInTheTickThatMakesThem) {
    const Plan right = tiny_plan(8, 1, 32);
    EXPECT_EQ(right.metrics.total_ticks, 78U);
    EXPECT_TRUE(check_plan(right).valid());
    const Plan wrong = tiny_plan(8, 1, 32, true);
    EXPECT_EQ(wrong.metrics.total_ticks, 71U);
    const Report report = check_plan(wrong);
    EXPECT_EQ(report.count(Rule::dependency), 7U * 32U);  // every hop of every forward
    EXPECT_EQ(report.count(), report.count(Rule::dependency));
}

TEST(Plan, IsJudgedByAnotherPlacementIfOneIsGiven) {
    Plan plan = tiny_plan(2, 1, 3);
    PlanOptions options;
    options.placement = Placement::listed({1, 0});
    EXPECT_GT(check_plan(plan, options).count(Rule::own_rank), 0U);
    for (TimedOp& op : plan.events) op.rank = 1 - op.rank;
    for (StageAssignment& assignment : plan.stage_assignments) assignment.physical_stage_id ^= 1;
    EXPECT_TRUE(check_plan(with_figures(plan), options).valid());
}

TEST(Cover, LayersThatBelongToNoStage) {
    EXPECT_THAT(cover(30, {{0, 7}, {7, 14}, {14, 21}, {21, 28}}),
                ElementsAre("stage assignments: layers 28-29 belong to no stage"));
    EXPECT_THAT(cover(10, {{0, 3}, {3, 6}, {8, 10}}), ElementsAre("stage assignments: layers 6-7 belong to no stage"));
    EXPECT_THAT(cover(std::nullopt, {{1, 3}, {3, 6}}), ElementsAre("stage assignments: layer 0 belongs to no stage"));
    std::vector<LayerRange> chunks_of_two(32);
    for (std::uint64_t i = 0; i < 32; ++i) chunks_of_two[i] = {2 * i, 2 * i + 2};
    EXPECT_THAT(cover(80, chunks_of_two), ElementsAre("stage assignments: layers 64-79 belong to no stage"));
}

TEST(Cover, LayersLostInTheMiddleOfReversedStages) {
    EXPECT_THAT(cover(10, {{8, 10}, {3, 6}, {0, 3}}),
                ElementsAre("stage assignment 1: stage 1 reads layers 3-5 after stage 0 has read layers 8-9",
                            "stage assignment 2: stage 2 reads layers 0-2 after stage 1 has read layers 3-5",
                            "stage assignments: layers 6-7 belong to no stage"));
}

TEST(Cover, AnEmptyStage) {
    EXPECT_THAT(cover(5, {{0, 2}, {2, 4}, {4, 5}, {5, 5}}), ElementsAre("stage assignment 3: stage 3 holds no layer"));
}

TEST(Cover, ABackwardsRange) {
    EXPECT_THAT(cover(4, {{0, 4}, {4, 2}}),
                ElementsAre("stage assignment 1: stage 1 holds layers 4 up to 2, backwards"));
}

TEST(Cover, LayersHeldTwice) {
    EXPECT_THAT(cover(6, {{0, 4}, {3, 6}}),
                ElementsAre("stage assignment 1: layer 3 belongs to stage 0 and to stage 1"));
    EXPECT_THAT(cover(6, {{0, 6}, {1, 3}, {2, 6}}),
                ElementsAre("stage assignment 1: layers 1-2 belong to stage 0 and to stage 1",
                            "stage assignment 2: layers 2-5 belong to stage 0 and to stage 2"));
}

TEST(Cover, LayersBeyondTheModel) {
    EXPECT_THAT(cover(4, {{0, 2}, {2, 5}}), ElementsAre("stage assignment 1: stage 1 holds layers 2-4, but there are "
                                                        "only 4 layers"));
}

TEST(Cover, LayersDealtByAnotherPlacement) {
    // V-shaped stages 0 1 | 3 2 with layers dealt as if they were looped: read as 0 1 2 3 6 7 4 5.
    EXPECT_THAT(cover(8, {{0, 2}, {2, 4}, {6, 8}, {4, 6}}),
                ElementsAre("stage assignment 3: stage 3 reads layers 4-5 after stage 2 has read layers 6-7"));
}

TEST(Cover, ATableOfNothingCoversNothing) {
    Plan plan = tiny_plan(2, 1, 2);
    plan.stage_assignments.clear();
    EXPECT_THAT(found(plan, Rule::cover), ElementsAre("stage assignments: layers 0-3 belong to no stage"));
    plan.n_layer.reset();
    EXPECT_THAT(found(plan, Rule::cover), ElementsAre("stage assignments: no stage holds a layer"));
    plan.n_layer = 0;
    EXPECT_THAT(found(plan, Rule::cover), ElementsAre("stage assignments: no stage holds a layer"));
}

TEST(Ids, NamesWhatDiffers) {
    Plan plan = tiny_plan(2, 2, 2);
    plan.stage_assignments[1].physical_stage_id = 0;
    plan.stage_assignments[2].virtual_stage_id = 9;
    plan.events[0].chunk = 1;
    EXPECT_THAT(found(plan, Rule::ids), ElementsAre("stage assignment 1: physical_stage_id of stage 1 is 0, not 1",
                                                    "stage assignment 2: virtual_stage_id is 9",
                                                    "event 0: local_stage_index of F of microbatch 0 on stage 0 is 1, "
                                                    "not 0"));
}

TEST(Ids, CountsMustAgree) {
    Plan plan = tiny_plan(2, 2, 2);
    plan.total_virtual_stages = 5;
    plan.stage_assignments.pop_back();
    EXPECT_THAT(found(plan, Rule::ids),
                ElementsAre("plan: total_virtual_stages is 5, but 2 ranks of 2 stages each are declared",
                            "plan: stage_assignments tells of 3 stages, but there are 4 stages"));
    plan = {};
    EXPECT_THAT(found(plan, Rule::ids), ElementsAre("plan: physical_stage_count is 0",
                                                    "plan: virtual_stages_per_rank is 0", "plan: microbatches is 0"));
}

TEST(Metrics, NamesEachFigure) {
    Plan plan = tiny_plan(2, 1, 2);
    EXPECT_EQ(plan.metrics.total_ticks, 6U);
    plan.metrics = {5, 7, {4, 3}, {2, 2, 6}, 0.5F};
    EXPECT_THAT(found(plan, Rule::metrics),
                ElementsAre("metrics: total_ticks is 5, but the events give 6",
                            "metrics: total_events is 7, but the events give 8",
                            "metrics: stage_busy_ticks of rank 1 is 3, but the events give 4",
                            "metrics: stage_idle_ticks is given for 3 ranks, but there are 2 ranks"));
    plan.metrics = {6, 8, {4, 4}, {2, 2}, 0.5F};
    EXPECT_THAT(found(plan, Rule::metrics),
                ElementsAre("metrics: bubble_fraction is 0.5, but 4 idle of 12 ticks of all ranks give 0.3333333"));
}

// Sums of ticks near 2^64 need more than 64 bits.
TEST(Metrics, HoldNearTheLargestTick) {
    constexpr std::uint64_t largest = ~std::uint64_t{0};
    Plan plan = tiny_plan(2, 1, 1);
    plan.events.back().start_tick = largest - 1;
    plan.metrics.total_ticks = largest;
    plan.metrics.stage_busy_ticks = {2, 2};
    plan.metrics.stage_idle_ticks = {largest - 2, largest - 2};
    plan.metrics.bubble_fraction = 1.0F;
    const PlanOptions all{.rules = Rules::all, .placement = {}, .max_in_flight = {}};
    EXPECT_EQ(check_plan(plan, all).count(Rule::metrics), 0U);
    EXPECT_EQ(check_plan(plan, all).count(Rule::exact_metrics), 0U);
    plan.metrics.bubble_fraction = 0.5F;
    EXPECT_EQ(check_plan(plan, all).count(Rule::metrics), 1U);
    // One more than this tick is no 64-bit number: whatever is claimed is wrong.
    plan.events.back().start_tick = largest;
    EXPECT_GE(check_plan(plan).count(Rule::metrics), 1U);
}

TEST(Ids, AListedPlacementFitsTheShape) {
    const Plan plan = tiny_plan(2, 1, 1);
    for (const std::vector<std::uint32_t>& list : {std::vector<std::uint32_t>{0, 1, 0}, {0}, {0, 1, 7}}) {
        const PlanOptions options{.rules = Rules::safety, .placement = Placement::listed(list), .max_in_flight = {}};
        EXPECT_GE(check_plan(plan, options).count(Rule::ids), 1U);
    }
}

TEST(Metrics, ABubbleThatIsNoNumberIsWrong) {
    Plan plan = tiny_plan(2, 1, 2);
    plan.metrics.bubble_fraction = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(found(plan, Rule::metrics).size(), 1U);
    EXPECT_EQ(found(plan, Rule::exact_metrics).size(), 1U);
}

TEST(ExactMetrics, ToleratesNoOtherRounding) {
    Plan plan = tiny_plan(2, 1, 4);
    plan.metrics.bubble_fraction = std::nextafter(plan.metrics.bubble_fraction, 0.0F);
    EXPECT_THAT(found(plan, Rule::metrics), ElementsAre());
    EXPECT_THAT(found(plan, Rule::exact_metrics),
                ElementsAre("metrics: bubble_fraction is 0.19999999 (bits 0x3e4ccccc), but 4 / 20 in f32 is 0.2 (bits "
                            "0x3e4ccccd)"));
}

TEST(Balance, SizesDifferByOneAndFall) {
    EXPECT_THAT(found(plan_with_layers(5, {{0, 2}, {2, 4}, {4, 5}}), Rule::balance), ElementsAre());
    EXPECT_THAT(found(plan_with_layers(5, {{0, 2}, {2, 3}, {3, 5}}), Rule::balance),
                ElementsAre("stage assignment 2: stage 2 holds 2 layers, more than the 1 of stage 1 before it"));
    EXPECT_THAT(found(plan_with_layers(6, {{0, 4}, {4, 6}}), Rule::balance),
                ElementsAre("stage assignments: stage 0 holds 4 layers and stage 1 holds 2 layers: sizes may differ "
                            "by one at most"));
}

TEST(EventOrder, IsByTickThenRank) {
    Plan plan = tiny_plan(2, 1, 2);
    std::swap(plan.events[0], plan.events[1]);
    EXPECT_THAT(found(plan, Rule::event_order), ElementsAre("event 1: tick 0 rank 0 is listed after tick 1 rank 0"));
}

TEST(Progress, NamesRunsOfTicksWithoutWork) {
    Plan plan = tiny_plan(1, 1, 2);
    for (TimedOp& op : plan.events) op.start_tick += op.start_tick >= 2 ? 3 : 1;
    EXPECT_THAT(found(plan, Rule::progress), ElementsAre("tick 0: nothing runs in tick 0, but work remains for tick 1",
                                                         "ticks 3-4: nothing runs in ticks 3-4, but work remains for "
                                                         "tick 5"));
    std::ranges::reverse(plan.events);
    EXPECT_EQ(found(plan, Rule::progress).size(), 2U);
}

}  // namespace
}  // namespace tickproof::check

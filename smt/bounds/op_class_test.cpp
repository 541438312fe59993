#include "smt/bounds/op_class.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Problem problem(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    Problem result;
    result.ranks = ranks;
    result.chunks = chunks;
    result.microbatches = microbatches;
    result.placement = Placement::loop(ranks);
    return result;
}

template <class T>
std::vector<T> each(const std::vector<OpClass>& classes, T OpClass::* field) {
    std::vector<T> found;
    for (const OpClass& one : classes) found.push_back(one.*field);
    return found;
}

TEST(OpClasses, FollowOneAnotherForwardAndBack) {
    const std::vector<OpClass> classes = op_classes(problem(2, 1, 3));
    ASSERT_EQ(classes.size(), 4U);
    EXPECT_THAT(each(classes, &OpClass::before), ElementsAre(std::nullopt, 0, 3, 1));
    EXPECT_THAT(each(classes, &OpClass::rank), ElementsAre(0, 1, 0, 1));
    EXPECT_THAT(each(classes, &OpClass::head), ElementsAre(0, 1, 3, 2));
    EXPECT_THAT(each(classes, &OpClass::tail), ElementsAre(3, 2, 0, 1));
}

TEST(OpClasses, CountDurationsAndHops) {
    Problem slow = problem(2, 1, 1);
    slow.durations = {.forward = 2, .backward = 3, .backward_input = 1, .backward_weight = 1};
    slow.hop_latency_ticks = 5;
    const std::vector<OpClass> classes = op_classes(slow);
    EXPECT_THAT(each(classes, &OpClass::lag), ElementsAre(0, 7, 8, 2));
    EXPECT_THAT(each(classes, &OpClass::head), ElementsAre(0, 7, 17, 9));
    EXPECT_THAT(each(classes, &OpClass::tail), ElementsAre(18, 11, 0, 8));
}

TEST(OpClasses, HaveNoHopWhereTheVTurns) {
    Problem v = problem(2, 2, 1);
    v.placement = Placement::v_shaped(2);
    v.hop_latency_ticks = 1;
    EXPECT_THAT(each(op_classes(v), &OpClass::lag), ElementsAre(0, 2, 1, 2, 2, 1, 2, 1));
}

TEST(OpClasses, HangWeightGradientsOnTheirInputGradients) {
    Problem split = problem(2, 1, 1);
    split.backward_form = BackwardForm::split;
    split.durations.backward_weight = 4;
    const std::vector<OpClass> classes = op_classes(split);
    EXPECT_THAT(each(classes, &OpClass::before), ElementsAre(std::nullopt, 0, 3, 1, 2, 3));
    EXPECT_THAT(each(classes, &OpClass::head), ElementsAre(0, 1, 3, 2, 4, 3));
    EXPECT_THAT(each(classes, &OpClass::tail), ElementsAre(7, 6, 4, 5, 0, 0));
}

std::string complaint(const Problem& problem) {
    const auto result = sound(problem);
    return result ? "" : result.error().message;
}

TEST(Sound, RefusesWhatHasNoOptimum) {
    EXPECT_EQ(complaint(problem(4, 2, 6)), "");
    EXPECT_THAT(complaint(problem(0, 1, 1)), HasSubstr("at least 1"));
    EXPECT_THAT(complaint(problem(1, 1, 0)), HasSubstr("at least 1"));
    EXPECT_THAT(complaint(problem(1 << 20, 1 << 20, 1)), HasSubstr("the limit is 16777216"));
    EXPECT_THAT(complaint(problem(1, 1, std::uint64_t{1} << 61)), HasSubstr("2^62"));
    Problem any = problem(1, 1, 1);
    any.backward_form = BackwardForm::any;
    EXPECT_THAT(complaint(any), HasSubstr("full everywhere or split"));
    Problem slow = problem(1, 1, 1);
    slow.durations.forward = limits::max_duration_ticks + 1;
    EXPECT_THAT(complaint(slow), HasSubstr("durations"));
    slow.durations.forward = 0;
    EXPECT_THAT(complaint(slow), HasSubstr("durations"));
    slow = problem(1, 1, 1);
    slow.hop_latency_ticks = limits::max_duration_ticks + 1;
    EXPECT_THAT(complaint(slow), HasSubstr("latency"));
}

TEST(Sound, RefusesPlacementsOnOtherRanks) {
    Problem listed = problem(2, 2, 1);
    listed.placement = Placement::listed({0, 1, 1});
    EXPECT_EQ(complaint(listed), "the placement lists 3 ranks for 4 virtual stages");
    listed.placement = Placement::listed({0, 1, 1, 2});
    EXPECT_EQ(complaint(listed), "the placement names rank 2 of 2");
    listed.placement = Placement::listed({0, 1, 1, 0});
    EXPECT_EQ(complaint(listed), "");
}

TEST(Sound, RefusesACapThatOneMicrobatchBreaks) {
    Problem capped = problem(2, 2, 4);
    capped.max_in_flight = 1;
    EXPECT_EQ(complaint(capped), "one microbatch alone has 2 activations in flight on rank 0, and the cap is 1");
    EXPECT_EQ(sound(capped).error().kind, Unsound::Kind::infeasible);
    capped.max_in_flight = 2;
    EXPECT_EQ(complaint(capped), "");
    capped.placement = Placement::listed({0, 0, 0, 1});
    EXPECT_EQ(complaint(capped), "one microbatch alone has 3 activations in flight on rank 0, and the cap is 2");
}

}  // namespace
}  // namespace tickproof

#include "smt/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickproof::compare {
namespace {

Problem two_ranks(std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = 2;
    problem.chunks = 1;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(2);
    return problem;
}

// F0 F1 .. B0 B1 on rank 0, F0 B0 F1 B1 on rank 1: 1F1B.
Schedule one_f_one_b() {
    return {{0, 0, 0, 0, 0, OpKind::forward},  {1, 0, 0, 0, 1, OpKind::forward}, {3, 0, 0, 0, 0, OpKind::backward},
            {5, 0, 0, 0, 1, OpKind::backward}, {1, 1, 1, 0, 0, OpKind::forward}, {2, 1, 1, 0, 0, OpKind::backward},
            {3, 1, 1, 0, 1, OpKind::forward},  {4, 1, 1, 0, 1, OpKind::backward}};
}

TEST(Figures, AreThoseOfTheSchedule) {
    const Figures figures = figures_of(two_ranks(2), one_f_one_b());
    EXPECT_EQ(figures.ticks, 6U);
    EXPECT_EQ(figures.bubble, (Ratio{4, 12}));
    EXPECT_THAT(figures.peaks, testing::ElementsAre(2, 1));
}

TEST(Figures, CountWhatOpsCost) {
    Problem problem = two_ranks(2);
    problem.durations.backward = 2;
    Schedule schedule = one_f_one_b();
    for (TimedOp& op : schedule) op.start_tick *= 2;
    const Figures figures = figures_of(problem, schedule);
    EXPECT_EQ(figures.ticks, 12U);
    EXPECT_EQ(figures.bubble, (Ratio{12, 24}));
}

TEST(Figures, OfALongScheduleDoNotWrap) {
    Problem problem = two_ranks(1);
    const std::uint64_t late = std::uint64_t{1} << 63;
    const Schedule schedule{{0, 0, 0, 0, 0, OpKind::forward}, {late, 0, 0, 0, 0, OpKind::backward}};
    EXPECT_EQ(figures_of(problem, schedule).bubble.whole, Wide{late + 1} * 2);
}

TEST(Cap, IsBrokenByTheRankThatHoldsMost) {
    Problem problem = two_ranks(2);
    const Figures figures = figures_of(problem, one_f_one_b());
    EXPECT_FALSE(breaks_cap(problem, figures));
    problem.max_in_flight = 2;
    EXPECT_FALSE(breaks_cap(problem, figures));
    problem.max_in_flight = 1;
    EXPECT_TRUE(breaks_cap(problem, figures));
}

TEST(BackwardForm, IsWhatEveryBackwardIs) {
    const TimedOp full{0, 0, 0, 0, 0, OpKind::backward};
    const TimedOp input{0, 0, 0, 0, 1, OpKind::backward_input};
    const TimedOp weight{0, 0, 0, 0, 1, OpKind::backward_weight};
    EXPECT_EQ(backward_form_of(Schedule{full}), BackwardForm::full);
    EXPECT_EQ(backward_form_of(Schedule{input, weight}), BackwardForm::split);
    EXPECT_EQ(backward_form_of(Schedule{full, input, weight}), BackwardForm::any);
}

TEST(Gap, IsToTheLeastTicksThatAreNeeded) {
    const Figures figures{.ticks = 127, .bubble = {}, .peaks = {}};
    const Optimum proven{.lower_ticks = 86, .upper_ticks = 86, .evidence = "bound", .undecided = {}};
    EXPECT_EQ(gap_of(figures, proven), (Ratio{41, 86}));
    EXPECT_EQ(least_gap_of(figures, proven), (Ratio{41, 86}));
}

TEST(Gap, LiesBetweenTwoWhereTheOptimumIsOpen) {
    const Figures figures{.ticks = 100, .bubble = {}, .peaks = {}};
    const Optimum open{.lower_ticks = 80, .upper_ticks = 90, .evidence = "bound", .undecided = "rlimit"};
    EXPECT_EQ(gap_of(figures, open), (Ratio{20, 80}));
    EXPECT_EQ(least_gap_of(figures, open), (Ratio{10, 90}));
    EXPECT_EQ(least_gap_of({.ticks = 85, .bubble = {}, .peaks = {}}, open), (Ratio{0, 90}));
}

TEST(Standing, SaysWhetherThereIsAGap) {
    Problem problem = two_ranks(2);
    const Optimum proven{.lower_ticks = 6, .upper_ticks = 6, .evidence = "bound", .undecided = {}};
    const Optimum open{.lower_ticks = 5, .upper_ticks = 6, .evidence = "bound", .undecided = "rlimit"};
    const Row row{"1f1b", figures_of(problem, one_f_one_b())};
    EXPECT_EQ(standing_of(problem, proven, row), Standing::proven);
    EXPECT_EQ(standing_of(problem, open, row), Standing::undecided);
    EXPECT_EQ(standing_of(problem, proven, {"gpipe", Refused{"too few"}}), Standing::refused);
    EXPECT_EQ(standing_of(problem, proven, {"a.json", Invalid{"no F0"}}), Standing::invalid);
    problem.max_in_flight = 1;
    EXPECT_EQ(standing_of(problem, open, row), Standing::over_cap);
}

}  // namespace
}  // namespace tickproof::compare

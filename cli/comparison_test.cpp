#include "cli/comparison.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

Problem problem_of(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = chunks;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(ranks);
    return problem;
}

TEST(CompareKnown, HasARowForEverySchedule) {
    const auto comparison = compare_known(problem_of(4, 2, 3), all_schedules(), {});
    ASSERT_TRUE(comparison.has_value());
    EXPECT_TRUE(comparison->optimum.is_proven());
    EXPECT_EQ(comparison->optimum.lower_ticks, 20U);
    ASSERT_EQ(comparison->rows.size(), 3U);
    EXPECT_EQ(comparison->rows[0].schedule, "gpipe");
    EXPECT_TRUE(std::holds_alternative<compare::Refused>(comparison->rows[1].outcome));
    EXPECT_EQ(std::get<compare::Figures>(comparison->rows[2].outcome).ticks, 20U);
}

TEST(CompareKnown, HasNoneWhereThereIsNoSchedule) {
    Problem problem = problem_of(2, 2, 2);
    problem.max_in_flight = 1;
    const auto comparison = compare_known(problem, all_schedules(), {});
    ASSERT_FALSE(comparison.has_value());
    EXPECT_EQ(comparison.error().kind, Unsound::Kind::infeasible);
}

// Of two ways that disagree none is chosen.
TEST(Contradiction, IsAScheduleBelowTheLowerBound) {
    Problem problem = problem_of(2, 1, 2);
    const compare::Optimum optimum{.lower_ticks = 7, .upper_ticks = 7, .evidence = "bound", .undecided = {}};
    const compare::Row shorter{"gpipe", compare::Figures{.ticks = 6, .bubble = {}, .peaks = {2, 2}}};
    EXPECT_THROW(require_no_contradiction(problem, optimum, shorter), certify::Contradiction);
    const compare::Row as_long{"gpipe", compare::Figures{.ticks = 7, .bubble = {}, .peaks = {2, 2}}};
    EXPECT_NO_THROW(require_no_contradiction(problem, optimum, as_long));
    problem.max_in_flight = 1;  // which the schedule does not keep
    EXPECT_NO_THROW(require_no_contradiction(problem, optimum, shorter));
}

}  // namespace
}  // namespace tickproof::cli

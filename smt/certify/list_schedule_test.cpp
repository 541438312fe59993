#include "smt/certify/list_schedule.h"

#include <vector>

#include <gtest/gtest.h>

#include "properties/check/check.h"

namespace tickproof::certify {
namespace {

std::vector<Problem> problems() {
    std::vector<Problem> found;
    for (const std::uint64_t ranks : {1U, 2U, 3U, 4U}) {
        for (const std::uint64_t chunks : {1U, 2U, 3U}) {
            for (const std::uint64_t microbatches : {1U, 2U, 5U}) {
                Problem problem;
                problem.ranks = ranks;
                problem.chunks = chunks;
                problem.microbatches = microbatches;
                problem.placement = microbatches == 2 ? Placement::v_shaped(ranks) : Placement::loop(ranks);
                problem.backward_form = chunks == 2 ? BackwardForm::split : BackwardForm::full;
                problem.durations = {.forward = 2, .backward = 3, .backward_input = 1, .backward_weight = 2};
                problem.hop_latency_ticks = ranks % 2;
                found.push_back(problem);
                problem.max_in_flight = chunks;
                found.push_back(problem);
                problem.max_in_flight = 2 * chunks + 1;
                found.push_back(problem);
            }
        }
    }
    return found;
}

TEST(ListSchedule, IsValidForProblemsOfEveryKind) {
    for (const Problem& problem : problems()) {
        const auto schedule = list_schedule(problem, op_classes(problem));
        ASSERT_TRUE(schedule.has_value());
        const check::Report report = check::check_schedule(problem, *schedule);
        EXPECT_TRUE(report.valid()) << report.violations().front().witness;
    }
}

TEST(ListSchedule, MeetsTheOptimumOfOneChunk) {
    Problem problem;
    problem.ranks = 4;
    problem.chunks = 1;
    problem.microbatches = 8;
    problem.placement = Placement::loop(4);
    EXPECT_EQ(makespan_of(problem, *list_schedule(problem, op_classes(problem))), 22U);
}

TEST(ListSchedule, IsNotTriedForMinutes) {
    Problem problem;
    problem.ranks = 1024;
    problem.chunks = 64;
    problem.microbatches = 100'000;
    problem.placement = Placement::loop(1024);
    EXPECT_FALSE(list_schedule(problem, op_classes(problem)).has_value());
    problem.ranks = 4;
    problem.placement = Placement::loop(4);
    problem.microbatches = 1000;
    EXPECT_TRUE(list_schedule(problem, op_classes(problem)).has_value());
    EXPECT_FALSE(list_schedule(problem, op_classes(problem), [] { return true; }).has_value());
}

}  // namespace
}  // namespace tickproof::certify

#include "properties/generators/problems.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "properties/generators/distribution_test_data.h"
#include "properties/generators/for_all.h"
#include "properties/generators/rapidcheck.h"

namespace tickproof::generators {
namespace {

TEST(Problems, ReachEveryClass) {
    Draw draw(1);
    Distribution distribution;
    for (int i = 0; i < 2000; ++i) distribution.count(classes_of(draw_problem(draw)));
    distribution.print_and_expect_all(problem_classes, 20);
}

std::string what_is_wrong(const Problem& problem) {
    if (problem.ranks == 0 || problem.chunks == 0 || problem.microbatches == 0) return "an empty problem";
    for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) {
        if (problem.placement.rank_of(stage) >= problem.ranks) return "a stage without a rank";
    }
    if (problem.max_in_flight && *problem.max_in_flight < least_cap(problem)) return "a cap without a solution";
    for (const OpKind kind : {OpKind::forward, OpKind::backward, OpKind::backward_input, OpKind::backward_weight}) {
        const std::uint64_t ticks = problem.duration(kind);
        if (ticks < 1 || ticks > limits::max_duration_ticks) return "a duration out of range";
    }
    return problem.hop_latency_ticks <= limits::max_duration_ticks ? "" : "a latency out of range";
}

TEST(Problems, AreWithinTheLimitsAndSoAreSmallerOnes) {
    EXPECT_TRUE(holds_for_all(problems(), 500, [](const Problem& problem) -> std::string {
        for (const Problem& candidate : smaller(problem)) {
            if (const std::string wrong = what_is_wrong(candidate); !wrong.empty()) return "shrunk: " + wrong;
        }
        return what_is_wrong(problem);
    }));
}

TEST(Problems, ShrinkToTheSmallestAndPlainest) {
    Draw draw(2);
    for (int i = 0; i < 100; ++i) {
        Problem problem = draw_problem(draw);
        for (std::vector<Problem> next = smaller(problem); !next.empty(); next = smaller(problem)) {
            problem = next.front();
        }
        EXPECT_EQ(in_words(problem),
                  "S=1 V=1 M=1, placement loop, backward full, F 1 B 1 I 1 W 1 ticks, latency 0, cap none");
    }
}

}  // namespace
}  // namespace tickproof::generators

#include "smt/recheck/search.h"

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/recheck/recheck_test_data.h"
#include "smt/recheck/small_problems_test_data.h"
#include "smt/search/search.h"

namespace tickproof::recheck {
namespace {

using certificate::StateCounts;
using testing::HasSubstr;

constexpr std::uint64_t much = std::uint64_t{1} << 30U;

std::string verdict_on(const Problem& problem, std::uint64_t lower, const std::vector<std::uint64_t>& states,
                       std::uint64_t memory_bytes = much, std::uint64_t step_limit = much) {
    Steps steps(step_limit);
    return in_words(check_state_counts(problem, lower, StateCounts{lower - 1, states}, memory_bytes, steps));
}

// One rank, one stage, two microbatches in 3 ticks: F0 at 0, then F1 and B0 must both start at 1.
TEST(Search, CountsWhatOneCanCountByHand) {
    EXPECT_EQ(verdict_on(unit_problem(1, 1, 2), 4, {1, 1, 0}), "established");
    EXPECT_EQ(verdict_on(unit_problem(1, 1, 1), 2, {0}), "established");  // F would have to start before tick 0
    EXPECT_EQ(verdict_on(unit_problem(1, 1, 1), 1, {0}), "established");
    Problem slow = unit_problem(1, 1, 2);  // F0 at 0, F1 at 2; B0 and B1 behind it
    slow.durations.forward = 2;
    EXPECT_EQ(verdict_on(slow, 6, {1, 1, 1, 1, 0}), "established");
}

TEST(Search, RefusesOtherCounts) {
    const Problem problem = unit_problem(2, 1, 4, 1);  // one microbatch after another: 16 ticks
    const auto found = search::search(problem, 15);
    ASSERT_TRUE(std::holds_alternative<search::Exhausted>(found));
    const std::vector<std::uint64_t> states = std::get<search::Exhausted>(found).states;
    ASSERT_GT(states.size(), 3U);
    EXPECT_EQ(verdict_on(problem, 16, states), "established");
    for (std::size_t layer = 0; layer < states.size(); ++layer) {
        for (const std::uint64_t change : {std::uint64_t{1}, ~std::uint64_t{0}}) {
            std::vector<std::uint64_t> changed = states;
            changed[layer] += change;
            EXPECT_THAT(verdict_on(problem, 16, changed), HasSubstr("not established")) << layer;
        }
    }
    std::vector<std::uint64_t> longer = states;
    longer.push_back(0);
    EXPECT_THAT(verdict_on(problem, 16, longer), HasSubstr("not established"));
    longer.resize(states.size() - 1);
    EXPECT_THAT(verdict_on(problem, 16, longer), HasSubstr("not established"));
    EXPECT_THAT(verdict_on(problem, 16, {}), HasSubstr("not established"));
    EXPECT_THAT(verdict_on(problem, 15, states), HasSubstr("not established"));
}

TEST(Search, SaysWhichLayerIsAnother) {
    const Problem problem = unit_problem(1, 1, 2);  // 1, 1, 0 states in 3 ticks
    EXPECT_EQ(verdict_on(problem, 4, {1, 2, 0}),
              "not established: search: the number of states after 1 tick is claimed to be 2 and is less");
    EXPECT_EQ(verdict_on(problem, 4, {1, 1, 1}),
              "not established: search: the number of states after 2 ticks is claimed to be 1 and is less");
    EXPECT_EQ(verdict_on(problem, 4, {0, 1, 0}),
              "not established: search: the number of states after 0 ticks is claimed to be 0 and is more");
    EXPECT_EQ(verdict_on(problem, 4, {1, 1}),
              "not established: search: the layers end after 1 tick, where there still are states");
    EXPECT_EQ(verdict_on(problem, 4, {1, 1, 0, 0}),
              "not established: search: after 2 ticks there is no state left, and the layers go on");
}

TEST(Search, RefusesAHorizonThatIsLongEnough) {
    // Two microbatches in lockstep: F F, F F, B B, … the layers until one holds the end.
    EXPECT_THAT(verdict_on(unit_problem(1, 1, 1), 3, {1, 1, 1, 0}), HasSubstr("every op can have started"));
}

// Two searches, written apart, meet as many states in every layer of every problem.
TEST(Search, AgreesWithTheOther) {
    std::uint64_t agreed = 0;
    for (const Problem& problem : small_problems(2, 2, 2)) {
        for (std::uint64_t horizon = chain_ticks(problem) - 1;; ++horizon) {
            const auto result = search::search(problem, horizon);
            if (std::holds_alternative<search::Found>(result)) break;
            ASSERT_TRUE(std::holds_alternative<search::Exhausted>(result));
            ASSERT_EQ(verdict_on(problem, horizon + 1, std::get<search::Exhausted>(result).states), "established")
                << in_words(problem) << " at " << horizon;
            ++agreed;
        }
    }
    EXPECT_GT(agreed, 864U);
}

TEST(Search, StopsAtItsLimits) {
    const Problem problem = unit_problem(2, 2, 4, 3);  // its optimum is 20
    const auto states = std::get<search::Exhausted>(search::search(problem, 19)).states;
    EXPECT_EQ(verdict_on(problem, 20, states), "established");
    EXPECT_THAT(verdict_on(problem, 20, states, 2000), HasSubstr("memory than the limit of 2000 bytes"));
    EXPECT_THAT(verdict_on(problem, 20, states, much, 100), HasSubstr("100 steps"));
    Problem slow = unit_problem(2, 1, 1);
    slow.hop_latency_ticks = std::uint64_t{1} << 34U;
    EXPECT_THAT(verdict_on(slow, chain_ticks(slow), {1, 0}), HasSubstr("a start matters for"));
    Problem far = unit_problem(64, 1, 2048);
    far.hop_latency_ticks = 4096;
    EXPECT_THAT(verdict_on(far, chain_ticks(far), {1, 0}), HasSubstr("words, the limit is 65536"));
    EXPECT_THAT(verdict_on(unit_problem(1U << 20U, 4, 4), 9, {1, 0}), HasSubstr("ops, the limit is"));
}

}  // namespace
}  // namespace tickproof::recheck

#include "smt/bounds/bound.h"

#include <gtest/gtest.h>

#include "smt/bounds/unit_time.h"

namespace tickproof {
namespace {

Problem problem(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    Problem result;
    result.ranks = ranks;
    result.chunks = chunks;
    result.microbatches = microbatches;
    result.placement = Placement::loop(ranks);
    return result;
}

Bound best(const Problem& problem) { return best_bound(problem, op_classes(problem)); }

TEST(Bounds, AgreeWithTheClosedFormInUnitTime) {
    for (std::uint64_t ranks = 1; ranks <= 7; ++ranks) {
        for (std::uint64_t chunks = 1; chunks <= 5; ++chunks) {
            for (std::uint64_t microbatches = 1; microbatches <= 12; ++microbatches) {
                const Problem one = problem(ranks, chunks, microbatches);
                const std::uint64_t optimum = *unit_time_optimum(ranks, chunks, microbatches);
                EXPECT_EQ(ticks(best(one)), optimum) << ranks << " " << chunks << " " << microbatches;
                EXPECT_EQ(unit_time_bound(one).ticks(), optimum) << ranks << " " << chunks << " " << microbatches;
            }
        }
    }
}

TEST(Bounds, NameTheLoadThatTheyCount) {
    const LoadBound many{.rank = 1, .chunks = 2, .head = 1, .tail = 1, .load = 12};
    EXPECT_EQ(unit_time_bound(problem(2, 2, 3)), many);
    const LoadBound few{.rank = 3, .chunks = 1, .head = 7, .tail = 7, .load = 4};
    EXPECT_EQ(unit_time_bound(problem(4, 2, 2)), few);
}

TEST(Bounds, CountDurations) {
    Problem slow = problem(2, 1, 4);
    slow.durations = {.forward = 1, .backward = 2, .backward_input = 1, .backward_weight = 1};
    // Rank 1 waits for one forward, runs 4 of 3 ticks together, and one backward follows on rank 0.
    const LoadBound expected{.rank = 1, .chunks = 1, .head = 1, .tail = 2, .load = 12};
    EXPECT_EQ(std::get<LoadBound>(best(slow)), expected);
}

TEST(Bounds, CountHowLongActivationsAreHeld) {
    Problem capped = problem(4, 1, 8);
    capped.max_in_flight = 1;
    // Rank 0 holds each of 8 activations from the first to the last of the chain's 8 ticks, one at a time.
    const InFlightBound expected{.rank = 0, .stage = 0, .head = 0, .tail = 0, .held = 64, .cap = 1};
    EXPECT_EQ(std::get<InFlightBound>(best(capped)), expected);
    EXPECT_EQ(ticks(best(capped)), 64U);
    capped.max_in_flight = 3;
    EXPECT_EQ(ticks(best(capped)), 22U);
    capped.max_in_flight = 8;
    EXPECT_EQ(ticks(best(capped)), 22U);
}

TEST(Bounds, HoldSplitActivationsUntilTheirWeightGradient) {
    Problem capped = problem(2, 1, 6);
    capped.backward_form = BackwardForm::split;
    capped.max_in_flight = 1;
    // F on both ranks, I on both, W: 5 ticks each on rank 0.
    EXPECT_EQ(ticks(best(capped)), 30U);
}

// Half a million classes on one rank have more pairs of heads and tails than anybody waits for.
TEST(Bounds, AreNotTriedWithoutEnd) {
    const Problem wide = problem(1, 1 << 18, 1);
    EXPECT_EQ(ticks(best(wide)), std::uint64_t{1} << 19);
}

TEST(ClosedForm, NeedsThePlainestProblem) {
    EXPECT_TRUE(has_closed_form(problem(3, 2, 4)));
    Problem other = problem(3, 2, 4);
    other.max_in_flight = 8;
    EXPECT_TRUE(has_closed_form(other));
    other.max_in_flight = 7;
    EXPECT_FALSE(has_closed_form(other));
    other = problem(3, 2, 4);
    other.placement = Placement::v_shaped(3);
    EXPECT_FALSE(has_closed_form(other));
    other = problem(3, 2, 4);
    other.durations.backward = 2;
    EXPECT_FALSE(has_closed_form(other));
    other = problem(3, 2, 4);
    other.durations.backward_input = 2;  // of which there is none
    EXPECT_TRUE(has_closed_form(other));
    other.backward_form = BackwardForm::split;
    EXPECT_FALSE(has_closed_form(other));
    other = problem(3, 2, 4);
    other.hop_latency_ticks = 1;
    EXPECT_FALSE(has_closed_form(other));
}

}  // namespace
}  // namespace tickproof

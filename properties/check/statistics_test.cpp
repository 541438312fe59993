#include "properties/check/statistics.h"

#include <limits>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/execute.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using Peaks = std::vector<std::uint64_t>;

Problem shape(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches, Placement placement) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = chunks;
    problem.microbatches = microbatches;
    problem.placement = std::move(placement);
    return problem;
}

Peaks peaks(const Orders& orders, FreedAt freed_at) {
    const Problem problem = problem_of(orders);
    return in_flight_peaks(problem, std::get<Executed>(execute(problem, orders)).schedule, freed_at);
}

TEST(InFlightPeaks, DependOnWhichHalfFrees) {
    const Orders split = tiny_orders(2, {"F0 I0 F1 I1 W0 W1"});
    EXPECT_EQ(peaks(split, FreedAt::weight_gradient), Peaks{2});
    EXPECT_EQ(peaks(split, FreedAt::input_gradient), Peaks{1});
    const Orders full = tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"});
    EXPECT_EQ(peaks(full, FreedAt::weight_gradient), (Peaks{2, 1}));
    EXPECT_EQ(peaks(full, FreedAt::input_gradient), (Peaks{2, 1}));
}

TEST(ActivationSlots, AreTheMostForwardsBegunWhoseBackwardHasNotEnded) {
    EXPECT_EQ(activation_slots(tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"})), (Peaks{2, 1}));
    EXPECT_EQ(activation_slots(tiny_orders(2, {"F0 I0 F1 I1 W0 W1"})), Peaks{2});
    // A forward that overlaps the backward that frees a slot needs another one.
    EXPECT_EQ(activation_slots(tiny_orders(2, {"F0 F1+ B0 B1"})), Peaks{2});
    EXPECT_EQ(activation_slots(tiny_orders(2, {"F0 sF0 rB0 B0 F1 sF1 rB1 B1"})), Peaks{1});
}

TEST(ActivationSlots, OfOrdersThatNeverRunAreThoseOfTheirOrderToo) {
    EXPECT_EQ(activation_slots(tiny_orders(2, {"B0 B1 F0 F1 W0"})), Peaks{2});
    EXPECT_EQ(activation_slots(tiny_orders(1, {"", "F0 F0 F0"})), (Peaks{0, 3}));
}

TEST(MessageCount, CountsHopsThatLeaveARank) {
    EXPECT_EQ(message_count(shape(2, 2, 1, Placement::loop(2))), 6U);
    EXPECT_EQ(message_count(shape(2, 2, 1, Placement::v_shaped(2))), 4U);
    EXPECT_EQ(message_count(shape(2, 2, 3, Placement::listed({0, 0, 1, 1}))), 6U);
    EXPECT_EQ(message_count(shape(4, 1, 8, Placement::loop(4))), 48U);
    EXPECT_EQ(message_count(shape(1, 4, 8, Placement::loop(1))), 0U);
    EXPECT_EQ(message_count(shape(0, 1, 8, Placement::loop(0))), 0U);
}

TEST(MessageCount, OfAListIsThatOfTheRuleItSpells) {
    for (std::uint32_t ranks = 1; ranks <= 4; ++ranks) {
        for (const bool turns : {false, true}) {
            const Placement rule = turns ? Placement::v_shaped(ranks) : Placement::loop(ranks);
            std::vector<std::uint32_t> list;
            for (std::uint32_t stage = 0; stage < 3 * ranks; ++stage) {
                list.push_back(static_cast<std::uint32_t>(rule.rank_of(stage)));
            }
            EXPECT_EQ(message_count(shape(ranks, 3, 5, rule)),
                      message_count(shape(ranks, 3, 5, Placement::listed(list))));
        }
    }
}

}  // namespace
}  // namespace tickproof::check

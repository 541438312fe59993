#include "smt/plain/difference_logic.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickproof::plain {
namespace {

using testing::HasSubstr;
using testing::Not;

Problem one_rank() {
    Problem problem;
    problem.ranks = 1;
    problem.chunks = 1;
    problem.microbatches = 2;
    problem.durations = {1, 2, 1, 1};
    return problem;
}

const std::string declarations =
    "(set-logic QF_IDL)\n"
    "(declare-const F0_0 Int)\n(declare-const F0_1 Int)\n(declare-const B0_0 Int)\n(declare-const B0_1 Int)\n";
const std::string dependencies =
    "(assert (>= (- B0_0 F0_0) 1))\n"
    "(assert (>= (- B0_1 F0_1) 1))\n";

std::string either(const std::string& one, const std::string& other, int ticks_of_one, int ticks_of_other) {
    return "(assert (or (>= (- " + other + " " + one + ") " + std::to_string(ticks_of_one) + ") (>= (- " + one + " " +
           other + ") " + std::to_string(ticks_of_other) + ")))\n";
}

TEST(DifferenceLogic, IsTheTextbookWithoutTheTwoSteps) {
    EXPECT_EQ(difference_logic(one_rank(), 9, {.order_lemma = false, .windows = false}),
              declarations +
                  "(assert (>= F0_0 0))\n(assert (<= (+ F0_0 1) 9))\n(assert (>= F0_1 0))\n(assert (<= (+ F0_1 1) 9))\n"
                  "(assert (>= B0_0 0))\n(assert (<= (+ B0_0 2) 9))\n(assert (>= B0_1 0))\n(assert (<= (+ B0_1 2) "
                  "9))\n" +
                  dependencies + either("F0_0", "F0_1", 1, 1) + either("F0_0", "B0_0", 1, 2) +
                  either("F0_0", "B0_1", 1, 2) + either("F0_1", "B0_0", 1, 2) + either("F0_1", "B0_1", 1, 2) +
                  either("B0_0", "B0_1", 2, 2) + "(check-sat)\n");
}

TEST(DifferenceLogic, OrdersTheMicrobatchesOfAClass) {
    const std::string text = difference_logic(one_rank(), 9, {.order_lemma = true, .windows = false});
    EXPECT_THAT(text, HasSubstr("(assert (>= (- F0_1 F0_0) 1))\n"));
    EXPECT_THAT(text, HasSubstr("(assert (>= (- B0_1 B0_0) 2))\n"));
    EXPECT_THAT(text, Not(HasSubstr("(or (>= (- F0_1 F0_0)")));
    EXPECT_THAT(text, HasSubstr("(assert (>= F0_1 0))\n"));
}

TEST(DifferenceLogic, NarrowsWindowsByHeadsAndTailsAndByTheOrder) {
    const std::string loose = difference_logic(one_rank(), 9, {.order_lemma = false, .windows = true});
    EXPECT_THAT(loose, HasSubstr("(assert (>= F0_1 0))\n(assert (<= (+ F0_1 3) 9))\n"));
    EXPECT_THAT(loose, HasSubstr("(assert (>= B0_1 1))\n(assert (<= (+ B0_1 2) 9))\n"));
    const std::string tight = difference_logic(one_rank(), 9, {.order_lemma = true, .windows = true});
    EXPECT_THAT(tight, HasSubstr("(assert (>= F0_0 0))\n(assert (<= (+ F0_0 4) 9))\n"));
    EXPECT_THAT(tight, HasSubstr("(assert (>= B0_1 3))\n(assert (<= (+ B0_1 2) 9))\n"));
}

TEST(DifferenceLogic, CountsForwardsBeforeAndBackwardsNotBefore) {
    Problem problem = one_rank();
    problem.max_in_flight = 1;
    EXPECT_THAT(difference_logic(problem, 9, {}),
                HasSubstr("(assert ((_ at-most 2) (< F0_1 F0_0) (>= B0_0 F0_0) (>= B0_1 F0_0)))\n"));
}

}  // namespace
}  // namespace tickproof::plain

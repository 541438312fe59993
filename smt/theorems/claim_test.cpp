#include "smt/theorems/claim.h"

#include <gtest/gtest.h>

namespace tickproof::theorems {
namespace {

TEST(WrittenOut, GivesAConjunctionOverPositions) {
    EXPECT_EQ(written_out("(assert (forall ((q Int)) (=> (ok q) (< q qq)))) rest", 2),
              "(assert (and (=> (ok 0) (< 0 qq)) (=> (ok 1) (< 1 qq)))) rest");
}

TEST(WrittenOut, WritesNestedQuantifiersOut) {
    EXPECT_EQ(written_out("(forall ((p Int)) (f p (forall ((q Int)) (g p q))))", 2),
              "(and (f 0 (and (g 0 0) (g 0 1))) (f 1 (and (g 1 0) (g 1 1))))");
}

TEST(WrittenOut, LeavesTextWithoutQuantifiersAlone) { EXPECT_EQ(written_out("(and p q)", 3), "(and p q)"); }

TEST(Replaced, ReplacesTheFirst) {
    EXPECT_EQ(replaced("a b a b", "b", "cc"), "a cc a b");
    EXPECT_EQ(replaced("a b", "x", "y"), "a b");
}

TEST(Product, SaysItForTheTwoTerms) {
    EXPECT_EQ(product("x", "(- y 1)"), "(=> (and (>= x 0) (>= (- y 1) 0)) (>= (* x (- y 1)) 0))");
}

TEST(LemmaTexts, AreMadeFromOneClaim) {
    const Lemma made = lemma({.name = "half",
                              .statement = "a half is less",
                              .logic = "QF_LIA",
                              .given = "(declare-const x Int)\n(assert (> x 0))\n",
                              .facts = {"(> 2 1)"},
                              .goal = "(< x (* 2 x))",
                              .plant = {"x may be 0", "(> x 0)", "(>= x 0)"},
                              .small = "(assert (< x 3))\n"});
    EXPECT_EQ(made.claim,
              "; half: a half is less\n; expected: unsat\n(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n"
              "(assert (> 2 1))\n(assert (not (< x (* 2 x))))\n(check-sat)\n");
    EXPECT_EQ(made.false_variant,
              "; half: a half is less\n; expected: sat, as wrong here: x may be 0\n(set-logic QF_LIA)\n"
              "(declare-const x Int)\n(assert (>= x 0))\n(assert (> 2 1))\n(assert (not (< x (* 2 x))))\n"
              "(assert (< x 3))\n(check-sat)\n");
    EXPECT_EQ(made.assumptions,
              "; half: a half is less\n; expected: sat, as these are the assumptions alone\n(set-logic QF_LIA)\n"
              "(declare-const x Int)\n(assert (> x 0))\n(assert (> 2 1))\n(assert (< x 3))\n(check-sat)\n");
}

}  // namespace
}  // namespace tickproof::theorems

// The shape of the table; z3_test.cpp and cvc5_test.cpp prove it.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "smt/theorems/step_relation.h"
#include "smt/theorems/theorem.h"

namespace tickproof::theorems {
namespace {

TEST(Theorems, AreSixInOrder) {
    std::uint32_t number = 0;
    for (const Theorem& theorem : theorems()) {
        EXPECT_EQ(theorem.number, ++number);
        EXPECT_FALSE(theorem.name.empty() || theorem.statement.empty() || theorem.sketch.empty());
        EXPECT_FALSE(theorem.lemmas.empty());
    }
    EXPECT_EQ(number, 6U);
}

TEST(Theorems, HaveLemmasWithNamesOfTheirOwnFitForFiles) {
    std::set<std::string> names;
    for (const Theorem& theorem : theorems()) {
        for (const Lemma& lemma : theorem.lemmas) {
            EXPECT_TRUE(names.insert(lemma.name).second) << lemma.name;
            EXPECT_EQ(lemma.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos);
        }
    }
}

// Without the lines that every false variant has more or other than its claim: heading and small size.
TEST(Theorems, PlantSomethingInEveryFalseVariant) {
    for (const Theorem& theorem : theorems()) {
        for (const Lemma& lemma : theorem.lemmas) {
            EXPECT_FALSE(lemma.planted.empty()) << lemma.name;
            EXPECT_NE(lemma.claim, lemma.false_variant) << lemma.name;
        }
    }
}

TEST(Theorems, UseTheStepRelationAsItIs) {
    const std::string gpipe = step_relation(ScheduleKind::gpipe);
    const std::string interleaved = step_relation(ScheduleKind::interleaved_1f1b);
    std::size_t with_gpipe = 0;
    std::size_t with_interleaved = 0;
    for (const Theorem& theorem : theorems().subspan(1, 2)) {
        for (const Lemma& lemma : theorem.lemmas) {
            const bool quantified = lemma.claim.contains("(set-logic UFLIA)");
            const bool about_gpipe = lemma.claim.contains(gpipe);
            const bool about_interleaved = lemma.claim.contains(interleaved);
            EXPECT_EQ(quantified, about_gpipe || about_interleaved) << lemma.name;
            EXPECT_TRUE(about_gpipe || !lemma.name.ends_with("_gpipe")) << lemma.name;
            EXPECT_TRUE(about_interleaved || !lemma.name.ends_with("_interleaved_1f1b")) << lemma.name;
            with_gpipe += about_gpipe ? 1U : 0U;
            with_interleaved += about_interleaved ? 1U : 0U;
        }
    }
    EXPECT_GE(with_gpipe, with_interleaved);
    EXPECT_EQ(with_interleaved, 11U);
}

}  // namespace
}  // namespace tickproof::theorems

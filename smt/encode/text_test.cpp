#include "smt/encode/text.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/formats/sha256/sha256.h"
#include "smt/encode/encode_test_data.h"

namespace tickproof::encode {
namespace {

using testing::HasSubstr;

TEST(Text, SmtLibHasABoolAVariableAndAnAssertAClause) {
    EXPECT_EQ(smtlib(shape(1, 1, 1), 3),
              "(set-logic QF_UF)\n"
              "(declare-const F0_0_ge_1 Bool)\n"
              "(declare-const B0_0_ge_2 Bool)\n"
              "(declare-const F0_busy_0 Bool)\n"
              "(declare-const F0_busy_1 Bool)\n"
              "(declare-const B0_busy_1 Bool)\n"
              "(declare-const B0_busy_2 Bool)\n"
              "(assert (or (not F0_0_ge_1) B0_0_ge_2))\n"
              "(assert (or F0_0_ge_1 F0_busy_0))\n"
              "(assert (or (not F0_0_ge_1) F0_busy_1))\n"
              "(assert (or B0_0_ge_2 B0_busy_1))\n"
              "(assert (or (not B0_0_ge_2) B0_busy_2))\n"
              "(assert (or (not F0_busy_1) (not B0_busy_1)))\n"
              "(check-sat)\n");
}

TEST(Text, SmtLibWritesShortClausesWithoutOr) {
    EXPECT_THAT(smtlib(shape(1, 1, 1), 2), HasSubstr("(assert F0_busy_0)\n"));
    EXPECT_EQ(smtlib(shape(1, 1, 1), 1), "(set-logic QF_UF)\n(assert false)\n(check-sat)\n");
}

TEST(Text, NamesAreDifferentAndSayWhatTheyMean) {
    Problem problem = capped(shape(2, 2, 3), 2);
    problem.backward_form = BackwardForm::split;
    const Formula formula = encode(problem, 40).value();
    std::set<std::string> names;
    for (std::uint64_t v = 1; v <= formula.cnf.variables; ++v) {
        names.insert(formula.variables.name(static_cast<std::int32_t>(v)));
    }
    EXPECT_EQ(names.size(), formula.cnf.variables);
    const auto named = [&](Literal literal) { return formula.variables.name(literal); };
    EXPECT_EQ(named(formula.variables.starts_from(1, 2, 7)), "F1_2_ge_7");
    EXPECT_EQ(named(formula.variables.starts_from(4, 0, 20)), "I0_0_ge_20");
    EXPECT_EQ(named(formula.variables.starts_from(11, 1, 30)), "W3_1_ge_30");
    EXPECT_EQ(named(formula.variables.busy(11, 30)), "W3_busy_30");
    EXPECT_EQ(named(static_cast<Literal>(formula.cnf.variables)), "count_" + std::to_string(formula.cnf.variables));
}

TEST(Text, NamesSkipOpsWithoutAVariable) {
    // Windows of one tick for the first rank's ops of the first stage, wider ones elsewhere.
    const Formula formula = encode(shape(2, 1, 1), 4).value();
    EXPECT_EQ(formula.variables.name(1), "F0_busy_0");
}

TEST(Text, TheHashIsThatOfTheDimacs) {
    Sha256 digest;
    digest.add(dimacs(shape(3, 2, 5), 24));
    EXPECT_EQ(hash(encode(shape(3, 2, 5), 24)->cnf), digest.finish());
    EXPECT_NE(hash(encode(shape(3, 2, 5), 23)->cnf), hash(encode(shape(3, 2, 5), 24)->cnf));
}

TEST(Text, LargeFormulasComeInPieces) {
    std::size_t pieces = 0;
    std::size_t largest = 0;
    write_dimacs(encode(shape(4, 2, 7), 40)->cnf, [&](std::string_view piece) {
        ++pieces;
        largest = std::max(largest, piece.size());
    });
    EXPECT_GT(pieces, 1U);
    EXPECT_LT(largest, std::size_t{128} * 1024);
}

}  // namespace
}  // namespace tickproof::encode

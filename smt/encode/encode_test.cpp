// Formulas worked out by hand from docs/theory.md, and formulas that are too large.
#include "smt/encode/encode.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/encode/encode_test_data.h"

namespace tickproof::encode {
namespace {

using testing::HasSubstr;

TEST(Encode, OpsThatCannotMoveHaveNoStartVariable) {
    EXPECT_EQ(dimacs(shape(1, 1, 1), 2),
              "p cnf 2 2\n"
              "1 0\n"
              "2 0\n");
}

TEST(Encode, AnEmptyWindowIsTheEmptyClause) {
    EXPECT_EQ(dimacs(shape(1, 1, 1), 1), "p cnf 0 1\n0\n");
    EXPECT_EQ(dimacs(shape(4, 2, 3), 0), "p cnf 0 1\n0\n");
}

TEST(Encode, OneMicrobatchWithATickToSpare) {
    // 1: F from 1; 2: B from 2; 3, 4: busy with F at 0, 1; 5, 6: busy with B at 1, 2.
    EXPECT_EQ(dimacs(shape(1, 1, 1), 3),
              "p cnf 6 6\n"
              "-1 2 0\n"
              "1 3 0\n-1 4 0\n2 5 0\n-2 6 0\n"
              "-4 -5 0\n");
}

TEST(Encode, DurationsReachBackInTime) {
    Problem problem = shape(1, 1, 1);
    problem.durations.forward = 2;
    // 1, 2: F from 1, 2; 3, 4: B from 3, 4; 5 to 8: busy with F at 0 to 3; 9 to 11: busy with B at 2 to 4.
    EXPECT_EQ(dimacs(problem, 5),
              "p cnf 11 13\n"
              "-2 1 0\n-4 3 0\n"
              "-1 3 0\n-2 4 0\n"
              "1 5 0\n2 6 0\n-1 7 0\n-2 8 0\n"
              "3 9 0\n-3 4 10 0\n-4 11 0\n"
              "-7 -9 0\n-8 -10 0\n");
}

TEST(Encode, ACapOfOneStageNeedsNoCountingVariables) {
    // 1, 2: F0 from 1, F1 from 2; 3, 4: B0 from 2, B1 from 3; 5 to 7 busy with F at 0 to 2; 8 to 10 with B at 1 to 3.
    EXPECT_EQ(dimacs(capped(shape(1, 1, 2), 1), 4),
              "p cnf 10 15\n"
              "-1 3 0\n-2 4 0\n"
              "-1 2 0\n-3 4 0\n"
              "1 5 0\n-1 6 0\n2 6 0\n-2 7 0\n3 8 0\n-3 9 0\n4 9 0\n-4 10 0\n"
              "-6 -8 0\n-7 -9 0\n"
              "2 -3 0\n");
}

TEST(Encode, SumsOfTwoStagesAreCountedTickByTick) {
    // 1: F(0) from 1; 2: F(1) from 2; 3: B(0) from 4; 4: B(1) from 3; 5 to 12: busy; 13, 14: forwards after ticks 0 and
    // 1; 15, 16: backwards after ticks 2 and 3. A cap of 2 forbids nothing to one microbatch of two stages.
    EXPECT_EQ(dimacs(capped(shape(1, 2, 1), 2), 5),
              "p cnf 16 18\n"
              "-1 2 0\n-4 3 0\n-2 4 0\n"
              "1 5 0\n-1 6 0\n2 7 0\n-2 8 0\n3 9 0\n-3 10 0\n4 11 0\n-4 12 0\n"
              "-6 -7 0\n-8 -11 0\n-9 -12 0\n"
              "1 13 0\n2 14 0\n-15 -4 0\n-16 -3 0\n");
}

TEST(Encode, ACapBeyondEveryCountOnlyCounts) {
    const Formula without = encode(shape(2, 2, 2), 14).value();
    const Formula with = encode(capped(shape(2, 2, 2), ~std::uint64_t{0}), 14).value();
    EXPECT_GT(with.cnf.variables, without.cnf.variables);
    EXPECT_TRUE(
        std::ranges::equal(without.cnf.literals, std::span(with.cnf.literals).first(without.cnf.literals.size())));
}

void expect_refused_at_once(const Problem& problem, std::uint64_t horizon_ticks, const std::string& limit) {
    const auto start = std::chrono::steady_clock::now();
    const auto formula = encode(problem, horizon_ticks);
    ASSERT_FALSE(formula.has_value());
    EXPECT_THAT(formula.error(), HasSubstr("the limit is " + limit));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Encode, RefusesWhatIsTooLargeBeforeItAllocates) {
    const std::string limit = std::to_string(EncodeLimits{}.literals);
    expect_refused_at_once(shape(1024, 64, 100'000), 12'802'046, limit);
    expect_refused_at_once(shape(1, 1, 10), ~std::uint64_t{0}, limit);
    expect_refused_at_once(shape(1 << 12, 1 << 12, 1), std::uint64_t{1} << 25, limit);
    expect_refused_at_once(shape(1, 1, 20'000), 40'000, limit);
    expect_refused_at_once(shape(1, 3000, 2), 12'000, limit);             // pairs of classes on a rank
    expect_refused_at_once(capped(shape(1, 2, 500), 400), 2'000, limit);  // counts
    expect_refused_at_once(capped(shape(1, 40, 20), 800), 1'600, limit);
}

TEST(Encode, TheLimitIsTheNumberOfLiteralsWithTheirZeros) {
    const Problem problem = capped(shape(2, 2, 3), 3);
    const std::uint64_t size = encode(problem, 24).value().cnf.literals.size();
    EXPECT_TRUE(encode(problem, 24, {.literals = size}).has_value());
    const auto refused = encode(problem, 24, {.literals = size - 1});
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error(), HasSubstr(std::to_string(size)));
}

TEST(Encode, CountsClausesAndVariablesAsTheyAre) {
    const Cnf cnf = encode(capped(shape(3, 2, 3), 3), 24).value().cnf;
    EXPECT_EQ(cnf.clauses, static_cast<std::uint64_t>(std::ranges::count(cnf.literals, 0)));
    const std::int32_t largest = std::ranges::max(cnf.literals, {}, [](std::int32_t x) { return std::abs(x); });
    EXPECT_EQ(cnf.variables, static_cast<std::uint64_t>(std::abs(largest)));
}

}  // namespace
}  // namespace tickproof::encode

#include "smt/recheck/formula.h"

#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/encode/encode.h"
#include "smt/encode/text.h"
#include "smt/recheck/dimacs.h"
#include "smt/recheck/small_problems_test_data.h"

namespace tickproof::recheck {
namespace {

std::string second_text(const Problem& problem, std::uint64_t horizon) {
    Steps steps(std::uint64_t{1} << 34U);
    std::string text;
    const auto formula = formula_of(problem, horizon, std::uint64_t{1} << 30U, steps);
    if (formula) write_dimacs(*formula, [&](std::string_view piece) { text += piece; });
    return text;
}

std::string first_text(const Problem& problem, std::uint64_t horizon) {
    std::string text;
    const auto formula = encode::encode(problem, horizon);
    if (formula) encode::write_dimacs(formula->cnf, [&](std::string_view piece) { text += piece; });
    return text;
}

// One rank, one stage, one microbatch, F then B: by hand from docs/theory.md.
TEST(Formula, IsThePagesToTheByte) {
    EXPECT_EQ(second_text(unit_problem(1, 1, 1), 1), "p cnf 0 1\n0\n");
    // F in 0 … 1 (s: 1), B in 1 … 2 (s: 2), F busy in 0 … 1 (3, 4), B busy in 1 … 2 (5, 6).
    EXPECT_EQ(second_text(unit_problem(1, 1, 1), 3),
              "p cnf 6 6\n"
              "-1 2 0\n"   // group 2: F at 1 or later, so B at 2 or later
              "1 3 0\n"    // group 4: F at 0 or later, so at 1 or later or busy at 0
              "-1 4 0\n"   //
              "2 5 0\n"    //
              "-2 6 0\n"   //
              "-4 -5 0\n"  // group 5
    );
    EXPECT_EQ(dimacs_hash(Formula{0, 1, {0}}),  // sha256sum of "p cnf 0 1\n0\n"
              "69ee12c3118a428a28f674ec24e362b721e0611c800f65afbcb8a48e778c1394");
}

TEST(Formula, IsTheSameByBothEncoders) {
    std::uint64_t formulas = 0;
    for (const Problem& problem : small_problems(3, 2, 3)) {
        const std::uint64_t chain = chain_ticks(problem);
        for (const std::uint64_t horizon : {chain - 1, chain, chain + 1, chain + 4}) {
            ASSERT_EQ(second_text(problem, horizon), first_text(problem, horizon))
                << in_words(problem) << " at " << horizon;
            ++formulas;
        }
    }
    EXPECT_EQ(formulas, 3U * 2U * 3U * 3U * 3U * 2U * 2U * 3U * 4U);
}

TEST(Formula, IsTheSameByBothEncodersWhereCountsAddUp) {
    for (const std::uint64_t cap : {4U, 5U, 9U, 17U, 24U}) {
        Problem problem = unit_problem(2, 4, 6, cap);
        EXPECT_EQ(second_text(problem, 60), first_text(problem, 60)) << cap;
        problem.backward_form = BackwardForm::split;
        EXPECT_EQ(second_text(problem, 80), first_text(problem, 80)) << cap;
    }
}

// More than these ranks and hours would be a day's work: every limit answers with its number.
TEST(Formula, StopsAtItsLimits) {
    const auto refusal = [](const Problem& problem, std::uint64_t horizon, std::uint64_t memory, std::uint64_t limit) {
        Steps steps(limit);
        const auto formula = formula_of(problem, horizon, memory, steps);
        return formula ? std::string("a formula") : formula.error().why;
    };
    constexpr std::uint64_t much = std::uint64_t{1} << 30U;
    EXPECT_EQ(refusal(unit_problem(2, 1, 2), 8, much, much), "a formula");
    EXPECT_THAT(refusal(unit_problem(1U << 20U, 1, 4), 8, much, much), testing::HasSubstr("8388608 ops"));
    EXPECT_THAT(refusal(unit_problem(2, 1, 2), std::uint64_t{1} << 63U, much, much), testing::HasSubstr("horizon"));
    EXPECT_THAT(refusal(unit_problem(2, 1, 2), std::uint64_t{1} << 62U, much, much), testing::HasSubstr("variables"));
    EXPECT_THAT(refusal(unit_problem(4, 4, 8), 100, 4096, much), testing::HasSubstr("variables"));
    EXPECT_THAT(refusal(unit_problem(4, 4, 8), 100, much, 1000), testing::HasSubstr("1000 steps"));
    EXPECT_THAT(refusal(unit_problem(2, 4, 8, 4), 100, much, 10000), testing::HasSubstr("10000 steps"));
    Problem idle = unit_problem(2, 1, 1);  // few variables, but ticks without end
    idle.hop_latency_ticks = std::uint64_t{1} << 34U;
    EXPECT_THAT(refusal(idle, chain_ticks(idle), much, much), testing::HasSubstr("steps"));
}

}  // namespace
}  // namespace tickproof::recheck

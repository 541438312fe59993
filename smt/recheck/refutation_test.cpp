// What CaDiCaL writes is what the checker reads: real proofs, of small problems of every kind and of two larger ones.
#include "smt/recheck/refutation.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/encode/encode.h"
#include "smt/encode/text.h"
#include "smt/recheck/recheck_test_data.h"
#include "smt/recheck/small_problems_test_data.h"
#include "smt/solver/solver.h"

namespace tickproof::recheck {
namespace {

using certificate::Refutation;
using testing::StartsWith;

solver::Answer answer_at(const Problem& problem, std::uint64_t horizon) {
    const auto formula = encode::encode(problem, horizon);
    if (!formula) return solver::Unknown{formula.error()};
    return solver::solve_with_cadical(formula->cnf, {});
}

Refutation refutation_at(const Problem& problem, std::uint64_t horizon) {
    solver::Answer answer = answer_at(problem, horizon);
    auto* unsat = std::get_if<solver::Unsat>(&answer);
    if (unsat == nullptr) return {};
    return {horizon, encode::hash(encode::encode(problem, horizon)->cnf), std::move(unsat->proof)};
}

std::string verdict_on(const Problem& problem, const Refutation& refutation) {
    Steps steps(Limits{}.steps);
    return in_words(check_refutation(problem, refutation.horizon + 1, refutation, Limits{}.memory_bytes, steps));
}

// Every seventh, which meets every placement, form, duration, latency and cap beside every other: a solver's process
// costs more than its answer.
TEST(Refutation, OfSmallProblemsIsEstablished) {
    std::uint64_t refuted = 0;
    const std::vector<Problem> problems = small_problems(2, 2, 2);
    for (std::size_t i = 0; i < problems.size(); i += 7) {
        const Problem& problem = problems[i];
        std::uint64_t horizon = chain_ticks(problem) - 1;
        while (std::holds_alternative<solver::Unsat>(answer_at(problem, horizon + 1))) ++horizon;
        const Refutation refutation = refutation_at(problem, horizon);
        ASSERT_EQ(verdict_on(problem, refutation), "established") << in_words(problem) << " at " << horizon;
        ++refuted;
    }
    EXPECT_GT(refuted, 100U);
}

// The optima are 42 and, by the closed form, 24.
TEST(Refutation, OfLargerProblemsIsEstablished) {
    const Problem two_chunks = unit_problem(4, 2, 6, 4);
    EXPECT_EQ(verdict_on(two_chunks, refutation_at(two_chunks, 41)), "established");
    const Problem no_cap = unit_problem(3, 2, 5);
    EXPECT_EQ(verdict_on(no_cap, refutation_at(no_cap, 23)), "established");
}

TEST(Refutation, ThatIsTamperedWithIsNot) {
    const Problem problem = unit_problem(3, 2, 4, 4);
    std::uint64_t horizon = chain_ticks(problem) - 1;
    while (std::holds_alternative<solver::Unsat>(answer_at(problem, horizon + 1))) ++horizon;
    const Refutation whole = refutation_at(problem, horizon);
    ASSERT_GT(whole.proof.size(), 1000U);
    ASSERT_EQ(verdict_on(problem, whole), "established");
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.proof.size() / 2, whole.proof.size() - 1}) {
        Refutation cut = whole;
        cut.proof.resize(size);
        EXPECT_THAT(verdict_on(problem, cut), StartsWith("not established")) << size;
    }
    const std::string of_another_horizon = refutation_at(problem, horizon - 2).proof;
    EXPECT_THAT(verdict_on(problem, {horizon, whole.formula_sha256, of_another_horizon}),
                StartsWith("not established"));
    Refutation satisfiable = whole;
    satisfiable.horizon = horizon + 1;
    satisfiable.formula_sha256 = encode::hash(encode::encode(problem, horizon + 1)->cnf);
    EXPECT_THAT(verdict_on(problem, satisfiable), StartsWith("not established"));
}

}  // namespace
}  // namespace tickproof::recheck

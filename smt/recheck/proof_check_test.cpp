#include "smt/recheck/proof_check.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/recheck/proof_reader.h"
#include "smt/recheck/recheck_test_data.h"

namespace tickproof::recheck {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Clause = std::vector<std::int32_t>;

Formula formula(std::uint64_t variables, const std::vector<Clause>& clauses) {
    Formula result{variables, clauses.size(), {}};
    for (const Clause& clause : clauses) {
        result.literals.insert(result.literals.end(), clause.begin(), clause.end());
        result.literals.push_back(0);
    }
    return result;
}

std::string step(char kind, const Clause& clause) {
    std::string bytes(1, kind);
    for (const std::int32_t literal : clause) {
        auto code = static_cast<std::uint32_t>(2 * std::abs(literal) + (literal < 0 ? 1 : 0));
        for (; code >= 0x80U; code >>= 7U) bytes += static_cast<char>((code & 0x7FU) | 0x80U);
        bytes += static_cast<char>(code);
    }
    return bytes + '\0';
}
std::string adds(const Clause& clause) { return step('a', clause); }
std::string removes(const Clause& clause) { return step('d', clause); }

std::string verdict_on(const Formula& on, const std::string& proof, std::uint64_t limit = 1'000'000) {
    Steps steps(limit);
    return in_words(check_proof(on, proof, steps));
}

// All four clauses over two variables.
const Formula& square() {
    static const Formula all = formula(2, {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}});
    return all;
}

TEST(ProofCheck, AcceptsARefutation) {
    EXPECT_EQ(verdict_on(square(), adds({1}) + adds({})), "established");
    EXPECT_EQ(verdict_on(square(), adds({1}) + removes({1, 2}) + adds({}) + "garbage behind it"), "established");
}

TEST(ProofCheck, WantsTheEmptyClause) {
    EXPECT_THAT(verdict_on(square(), ""), HasSubstr("ends before the empty clause"));
    EXPECT_THAT(verdict_on(square(), adds({1})), HasSubstr("ends before the empty clause"));
    EXPECT_THAT(verdict_on(square(), adds({})), HasSubstr("step 1 does not follow"));
}

TEST(ProofCheck, NeedsNoProofOfTheEmptyClause) {
    EXPECT_EQ(verdict_on(formula(0, {{}}), ""), "established");
    EXPECT_EQ(verdict_on(formula(2, {{1, 2}, {}, {-1}}), "garbage"), "established");
}

TEST(ProofCheck, RefusesProofsOfSatisfiableFormulas) {
    const Formula satisfiable = formula(2, {{1, 2}, {1, -2}, {-1, 2}});
    EXPECT_THAT(verdict_on(satisfiable, adds({1}) + adds({})), HasSubstr("step 2 does not follow"));
    EXPECT_THAT(verdict_on(satisfiable, adds({})), HasSubstr("step 1 does not follow"));
    EXPECT_THAT(verdict_on(formula(1, {}), adds({})), HasSubstr("step 1 does not follow"));
}

// Both keep a formula satisfiable that is, and DRAT has them: but nothing proves them by propagation.
TEST(ProofCheck, RefusesWhatDoesNotFollow) {
    EXPECT_THAT(verdict_on(formula(3, {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}), adds({3}) + adds({1}) + adds({})),
                HasSubstr("step 1 does not follow"));
    EXPECT_THAT(verdict_on(square(), removes({1, 2}) + adds({-1}) + adds({-2}) + adds({})),
                HasSubstr("does not follow"));
}

TEST(ProofCheck, RefusesWhatIsNoStep) {
    EXPECT_THAT(verdict_on(square(), "x"), HasSubstr("byte 0 begins no step"));
    EXPECT_THAT(verdict_on(square(), std::string("\0", 1)), HasSubstr("byte 0 begins no step"));
    EXPECT_THAT(verdict_on(square(), "a"), HasSubstr("ends within a step"));
    EXPECT_THAT(verdict_on(square(), "a\x02"), HasSubstr("ends within a step"));
    EXPECT_THAT(verdict_on(square(), "a\x82"), HasSubstr("ends within a step"));
    EXPECT_THAT(verdict_on(square(), std::string("a\x01\0", 3)), HasSubstr("variable 0 is none"));
    EXPECT_THAT(verdict_on(square(), adds({3})), HasSubstr("variable 3 is none of the formula's 2"));
    EXPECT_THAT(verdict_on(square(), removes({-3})), HasSubstr("variable 3 is none of the formula's 2"));
    EXPECT_THAT(verdict_on(square(), "a\xFF\xFF\xFF\xFF\xFF\xFF\x01"), HasSubstr("ends no literal"));
    EXPECT_THAT(verdict_on(square(), std::string("a\xFF\xFF\xFF\xFF\x7F\0", 7)),
                HasSubstr("is none of the formula's 2"));
}

TEST(ProofCheck, LeavesDeletionsOutOfAccountThatItCannotMake) {
    const Formula chain = formula(3, {{1}, {-1, 2}, {-2, 3}, {-3, -2, -1}});
    EXPECT_EQ(verdict_on(chain, removes({1}) + removes({2, -1}) + removes({1, 2, 3}) + adds({})), "established");
    // Without {1,-2} nothing is left that says 1; the order of the literals does not matter.
    EXPECT_THAT(verdict_on(square(), removes({-2, 1}) + adds({1}) + adds({})), HasSubstr("step 2 does not follow"));
    // Of two equal clauses one goes.
    EXPECT_EQ(
        verdict_on(formula(2, {{1, 2}, {1, -2}, {1, -2}, {-1, 2}, {-1, -2}}), removes({-2, 1}) + adds({1}) + adds({})),
        "established");
}

TEST(ProofCheck, TakesLiteralsTwiceAndClausesThatAlwaysHold) {
    EXPECT_EQ(verdict_on(square(), adds({1, 1}) + adds({})), "established");
    EXPECT_EQ(verdict_on(square(), adds({2, -2}) + adds({1, -1, 2}) + adds({1}) + adds({})), "established");
    EXPECT_EQ(verdict_on(square(), adds({1}) + adds({2, 1}) + adds({})), "established");
}

TEST(ProofCheck, StopsAtItsLimit) {
    EXPECT_THAT(verdict_on(square(), adds({1}) + adds({}), 3), HasSubstr("undecided: proof: stopped after 3 steps"));
}

// Pigeons p in holes h, one more pigeon than holes; resolution proofs of these are long, so propagation alone is not
// enough.
TEST(ProofCheck, KeepsItsWatchesThroughManySteps) {
    // Three pigeons, two holes: 1 2 | 3 4 | 5 6.
    const Formula pigeons =
        formula(6, {{1, 2}, {3, 4}, {5, 6}, {-1, -3}, {-1, -5}, {-3, -5}, {-2, -4}, {-2, -6}, {-4, -6}});
    EXPECT_EQ(verdict_on(pigeons, adds({-1}) + adds({})), "established");
    EXPECT_EQ(verdict_on(pigeons, adds({-1, -6}) + adds({-1, -4}) + removes({-1, -3}) + adds({-1}) + adds({})),
              "established");
    EXPECT_THAT(verdict_on(pigeons, removes({-3, -5}) + adds({-1}) + adds({})), StartsWith("not established"));
}

TEST(ProofReader, ReadsCodesOfSeveralBytes) {
    const std::string proof = step('d', {-300, 70000, 2});
    ProofReader reader(proof, 70000);
    ASSERT_EQ(reader.next(), true);
    EXPECT_FALSE(reader.adds());
    EXPECT_THAT(reader.clause(), testing::ElementsAre(4, 601, 140000));
    EXPECT_EQ(reader.next(), false);
}

}  // namespace
}  // namespace tickproof::recheck

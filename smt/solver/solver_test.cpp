// Both solvers on formulas whose answer is known, and against every limit.
#include "smt/solver/solver.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "smt/encode/encode.h"
#include "smt/solver/in_child.h"

namespace tickproof::solver {
namespace {

using encode::Cnf;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

Cnf cnf(std::uint64_t variables, std::vector<std::int32_t> literals) {
    const auto clauses = static_cast<std::uint64_t>(std::ranges::count(literals, 0));
    return {.variables = variables, .clauses = clauses, .literals = std::move(literals)};
}

// Each pigeon in a hole, no two in one. Without a model if there is a pigeon too many, and hard to refute then.
Cnf pigeons_in_holes(std::int32_t pigeons, std::int32_t holes) {
    const auto in = [&](std::int32_t pigeon, std::int32_t hole) { return pigeon * holes + hole + 1; };
    std::vector<std::int32_t> literals;
    for (std::int32_t p = 0; p < pigeons; ++p) {
        for (std::int32_t h = 0; h < holes; ++h) literals.push_back(in(p, h));
        literals.push_back(0);
    }
    for (std::int32_t h = 0; h < holes; ++h) {
        for (std::int32_t p = 0; p < pigeons; ++p) {
            for (std::int32_t q = 0; q < p; ++q) literals.insert(literals.end(), {-in(p, h), -in(q, h), 0});
        }
    }
    return cnf(static_cast<std::uint64_t>(pigeons) * static_cast<std::uint64_t>(holes), std::move(literals));
}

const Cnf& hard() {
    static const Cnf formula = pigeons_in_holes(14, 13);
    return formula;
}

// A chain of implications: easy, but it takes room.
Cnf large() {
    std::vector<std::int32_t> literals;
    for (std::int32_t v = 1; v < 1'000'000; ++v) literals.insert(literals.end(), {-v, v + 1, 0});
    return cnf(1'000'000, std::move(literals));
}

bool satisfies(const std::vector<bool>& model, const Cnf& formula) {
    bool clause = false;
    for (const std::int32_t literal : formula.literals) {
        if (literal == 0 && !clause) return false;
        clause = literal != 0 && (clause || model.at(static_cast<std::size_t>(std::abs(literal))) == (literal > 0));
    }
    return true;
}

std::string reason(const Answer& answer) {
    const auto* const unknown = std::get_if<Unknown>(&answer);
    return unknown == nullptr ? "none: it was answered" : unknown->reason;
}

struct Solver {
    std::string name;
    Answer (*solve)(const Cnf&, const Limits&);
};

void PrintTo(const Solver& solver, std::ostream* out) { *out << solver.name; }

class Solvers : public testing::TestWithParam<Solver> {
protected:
    static Answer solve(const Cnf& formula, const Limits& limits = {}) { return GetParam().solve(formula, limits); }
};

TEST_P(Solvers, FindModels) {
    for (const Cnf& formula :
         {cnf(0, {}), cnf(3, {}), cnf(1, {1, 0}), cnf(2, {-1, 0, 1, 2, 0}), pigeons_in_holes(6, 6)}) {
        const Answer answer = solve(formula);
        ASSERT_TRUE(std::holds_alternative<Sat>(answer)) << reason(answer);
        const std::vector<bool>& model = std::get<Sat>(answer).model;
        EXPECT_EQ(model.size(), formula.variables + 1);
        EXPECT_TRUE(satisfies(model, formula));
    }
}

TEST_P(Solvers, RefuteWhatHasNoModel) {
    for (const Cnf& formula : {cnf(0, {0}), cnf(1, {1, 0, -1, 0}), cnf(2, {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0}),
                               pigeons_in_holes(6, 5)}) {
        const Answer answer = solve(formula);
        EXPECT_TRUE(std::holds_alternative<Unsat>(answer)) << reason(answer);
    }
}

TEST_P(Solvers, StopAtTheRlimit) {
    EXPECT_EQ(reason(solve(hard(), {.rlimit = 0})), "rlimit");
    EXPECT_EQ(reason(solve(hard(), {.rlimit = 1})), "rlimit");
    EXPECT_EQ(reason(solve(hard(), {.rlimit = 100'000})), "rlimit");
}

TEST_P(Solvers, StopAtTheTimeLimit) {
    EXPECT_EQ(reason(solve(hard(), {.rlimit = ~std::uint64_t{0}, .time = milliseconds(1)})), "time limit");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(reason(solve(hard(), {.rlimit = ~std::uint64_t{0}, .time = milliseconds(500)})), "time limit");
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(2500));
}

TEST_P(Solvers, StopWhenInterrupted) {
    EXPECT_EQ(reason(solve(hard(), {.rlimit = ~std::uint64_t{0}, .interrupted = [] { return true; }})), "interrupted");
}

TEST_P(Solvers, StopAtTheMemoryLimit) {
    if (!limits_address_space) GTEST_SKIP() << "a sanitizer's addresses cannot be limited";
    EXPECT_EQ(reason(solve(large(), {.memory_bytes = std::uint64_t{40} << 20})), "memory limit");
}

TEST_P(Solvers, GiveTheSameAnswerAgain) {
    const Answer first = solve(pigeons_in_holes(7, 7));
    const Answer second = solve(pigeons_in_holes(7, 7));
    EXPECT_EQ(std::get<Sat>(first).model, std::get<Sat>(second).model);
}

TEST_P(Solvers, LeaveNeitherDescriptorNorZombie) {
    const auto descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                             std::filesystem::directory_iterator());
    };
    const auto before = descriptors();
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(std::holds_alternative<Sat>(solve(cnf(1, {1, 0}))));
        EXPECT_TRUE(std::holds_alternative<Unsat>(solve(cnf(0, {0}))));
        EXPECT_EQ(reason(solve(hard(), {.time = milliseconds(2)})), "time limit");
    }
    EXPECT_EQ(descriptors(), before);
    EXPECT_LT(::waitpid(-1, nullptr, WNOHANG), 0);
}

INSTANTIATE_TEST_SUITE_P(Both, Solvers,
                         testing::Values(Solver{"z3", solve_with_z3}, Solver{"cadical", solve_with_cadical}),
                         [](const auto& test) { return test.param.name; });

// An addition is 'a', the literals and a 0; that of the empty clause is what a refutation is for.
const std::string empty_clause("a\0", 2);

TEST(Cadical, ProvesItsRefutations) {
    EXPECT_THAT(std::get<Unsat>(solve_with_cadical(pigeons_in_holes(5, 4), {})).proof, HasSubstr(empty_clause));
    EXPECT_THAT(std::get<Unsat>(solve_with_cadical(cnf(1, {1, 0, -1, 0}), {})).proof, StartsWith(empty_clause));
}

TEST(Cadical, CountsConflictsAgainstTheRlimit) {
    const Cnf formula = pigeons_in_holes(7, 6);
    EXPECT_EQ(reason(solve_with_cadical(formula, {.rlimit = 10 * rlimit_of_a_conflict})), "rlimit");
    EXPECT_TRUE(std::holds_alternative<Unsat>(solve_with_cadical(formula, {.rlimit = 100'000 * rlimit_of_a_conflict})));
}

TEST(Cadical, StopsWhenTheProofIsTooLarge) {
    EXPECT_EQ(reason(solve_with_cadical(pigeons_in_holes(9, 8), {.memory_bytes = std::uint64_t{1} << 14})),
              "memory limit");
}

// The second of its attempts has a limit too, and gets as far as the first has left.
TEST(Z3, StopsAtTheRlimitOfAllAttempts) {
    Problem problem;
    problem.ranks = problem.chunks = 4;
    problem.microbatches = 7;
    problem.placement = Placement::loop(4);
    const Cnf formula = encode::encode(problem, 61).value().cnf;
    EXPECT_EQ(reason(solve_with_z3(formula, {.rlimit = 5'000'000})), "rlimit");
    EXPECT_TRUE(std::holds_alternative<Unsat>(solve_with_z3(formula, {.rlimit = 100'000'000})));
}

TEST(Z3, TurnsItsExceptionsIntoUnknown) {
    EXPECT_THAT(reason(solve_with_z3(cnf(1, {5, 0}), {})), StartsWith("solver: "));  // a variable beyond the last
}

TEST(SmtLib, IsAnswered) {
    EXPECT_TRUE(std::holds_alternative<Sat>(
        check_smtlib("(set-logic QF_IDL)\n(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n", {})));
    EXPECT_TRUE(std::holds_alternative<Unsat>(
        check_smtlib("(declare-const x Int)(assert (< x 1))(assert (> x 0))(check-sat)(exit)", {})));
}

TEST(SmtLib, IsNeverAnsweredByHalf) {
    EXPECT_THAT(reason(check_smtlib("(declare-const x Int)\n(assert (foo x))\n(check-sat)\n", {})),
                testing::AllOf(StartsWith("solver: "), HasSubstr("line 2")));
    EXPECT_THAT(reason(check_smtlib("", {})), StartsWith("solver: "));
    EXPECT_THAT(reason(check_smtlib("(check-sat", {})), StartsWith("solver: "));
    EXPECT_THAT(reason(check_smtlib("(check-sat)(assert false)(check-sat)", {})), StartsWith("solver: "));
    EXPECT_THAT(reason(check_smtlib("(echo \"sat\")", {})), StartsWith("solver: "));
}

TEST(SmtLib, StopsAtItsLimits) {
    const std::string cubes =
        "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
        "(assert (= (* x x x) (+ (* y y y) (* z z z) 33)))(assert (> x 100))(check-sat)";
    EXPECT_EQ(reason(check_smtlib(cubes, {.rlimit = 1})), "rlimit");
    EXPECT_EQ(reason(check_smtlib(cubes, {.rlimit = 100'000})), "rlimit");
    EXPECT_EQ(reason(check_smtlib(cubes, {.time = milliseconds(1)})), "time limit");
}

}  // namespace
}  // namespace tickproof::solver

// Z3 proves every lemma, refutes every false variant and finds every set of assumptions possible; unknown is a failure.
#include <gtest/gtest.h>

#include "smt/solver/solver.h"
#include "smt/theorems/theorem.h"

namespace tickproof::theorems {
namespace {

using solver::Sat;
using solver::Unknown;
using solver::Unsat;

solver::Answer ask(const std::string& text) {
    solver::Limits limits;
    limits.time = std::chrono::seconds(60);
    solver::Answer answer = solver::check_smtlib(text, limits);
    if (const auto* unknown = std::get_if<Unknown>(&answer)) ADD_FAILURE() << unknown->reason << '\n' << text;
    return answer;
}

class Z3 : public testing::TestWithParam<std::uint32_t> {
protected:
    const Theorem& theorem = theorems()[GetParam() - 1];
};

TEST_P(Z3, ProvesEveryLemma) {
    for (const Lemma& lemma : theorem.lemmas)
        EXPECT_TRUE(std::holds_alternative<Unsat>(ask(lemma.claim))) << lemma.name;
}

TEST_P(Z3, RefutesEveryFalseVariant) {
    for (const Lemma& lemma : theorem.lemmas) {
        EXPECT_TRUE(std::holds_alternative<Sat>(ask(lemma.false_variant))) << lemma.name << ": " << lemma.planted;
    }
}

TEST_P(Z3, FindsEveryAssumptionPossible) {
    for (const Lemma& lemma : theorem.lemmas) {
        EXPECT_TRUE(std::holds_alternative<Sat>(ask(lemma.assumptions))) << lemma.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Theorem, Z3, testing::Range(1U, 7U),
                         [](const auto& number) { return theorems()[number.param - 1].name; });

}  // namespace
}  // namespace tickproof::theorems

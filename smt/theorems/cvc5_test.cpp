// A second solver vouches: cvc5, as a program, answers every text as Z3 does. There is no list of exceptions: it
// answers all of them, and one that it cannot answer any more fails here by its name.
#include <cstdio>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smt/theorems/theorem.h"

namespace tickproof::theorems {
namespace {

constexpr int time_limit_milliseconds = 60'000;

struct ClosePipe {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
};

std::string output_of(const std::string& command) {
    const std::unique_ptr<std::FILE, ClosePipe> pipe(popen(command.c_str(), "r"));
    if (!pipe) return "popen failed";
    std::string output;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) output += static_cast<char>(c);
    return output;
}

// What cvc5 prints for the text.
std::string ask(const std::string& name, const std::string& text) {
    const std::string file = fmt::format("{}tickproof_{}.smt2", testing::TempDir(), name);
    std::ofstream(file) << text;
    const std::string output =
        output_of(fmt::format("'{}' --lang smt2 --tlimit {} '{}' 2>&1", TICKPROOF_CVC5, time_limit_milliseconds, file));
    std::remove(file.c_str());
    return output;
}

class Cvc5 : public testing::TestWithParam<std::uint32_t> {
protected:
    const Theorem& theorem = theorems()[GetParam() - 1];
};

TEST_P(Cvc5, ProvesEveryLemma) {
    for (const Lemma& lemma : theorem.lemmas)
        EXPECT_EQ(ask(lemma.name + "_claim", lemma.claim), "unsat\n") << lemma.name;
}

TEST_P(Cvc5, RefutesEveryFalseVariant) {
    for (const Lemma& lemma : theorem.lemmas) {
        EXPECT_EQ(ask(lemma.name + "_false", lemma.false_variant), "sat\n") << lemma.name << ": " << lemma.planted;
    }
}

TEST_P(Cvc5, FindsEveryAssumptionPossible) {
    for (const Lemma& lemma : theorem.lemmas) {
        EXPECT_EQ(ask(lemma.name + "_assumptions", lemma.assumptions), "sat\n") << lemma.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Theorem, Cvc5, testing::Range(1U, 7U),
                         [](const auto& number) { return theorems()[number.param - 1].name; });

}  // namespace
}  // namespace tickproof::theorems

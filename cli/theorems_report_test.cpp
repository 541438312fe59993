#include "cli/theorems_report.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

const theorems::Theorem theorem{.number = 7, .name = "halting", .statement = "It ends.", .sketch = "", .lemmas = {}};
const theorems::Lemma first{
    .name = "begins", .statement = "", .claim = "", .planted = "", .false_variant = "", .assumptions = ""};
const theorems::Lemma second{
    .name = "ends", .statement = "", .claim = "", .planted = "", .false_variant = "", .assumptions = ""};

ProvedTheorem with(Verdict one, Verdict other) {
    const auto why = [](Verdict verdict) { return verdict == Verdict::valid ? "" : "because"; };
    return {.theorem = &theorem, .lemmas = {{&first, one, why(one)}, {&second, other, why(other)}}};
}

TEST(VerdictOf, IsThatOfTheWorstLemma) {
    EXPECT_EQ(verdict_of(with(Verdict::valid, Verdict::valid)), Verdict::valid);
    EXPECT_EQ(verdict_of(with(Verdict::valid, Verdict::undecided)), Verdict::undecided);
    EXPECT_EQ(verdict_of(with(Verdict::undecided, Verdict::refuted)), Verdict::refuted);
    EXPECT_EQ(verdict_of({.theorem = &theorem, .lemmas = {}}), Verdict::undecided);
}

TEST(TheoremsAsText, NamesTheLemmasThatFail) {
    const std::vector all{with(Verdict::valid, Verdict::valid), with(Verdict::valid, Verdict::refuted)};
    EXPECT_EQ(theorems_as_text(all, false),
              "7 halting: proved (2 lemmas)\n7 halting: refuted (2 lemmas)\n  ends: refuted: because\n");
    EXPECT_EQ(theorems_as_text(all, true), "7 halting: refuted (2 lemmas)\n  ends: refuted: because\n");
}

TEST(Reported, HasAFindingForEachLemmaThatFails) {
    EXPECT_TRUE(reported(with(Verdict::valid, Verdict::valid)).findings.empty());
    const ReportedCase one = reported(with(Verdict::undecided, Verdict::refuted));
    EXPECT_EQ(one.verdict, Verdict::refuted);
    ASSERT_EQ(one.findings.size(), 2U);
    EXPECT_EQ(one.findings[1].message, "ends: because");
}

}  // namespace
}  // namespace tickproof::cli

#include "properties/gate/golden.h"

#include <string>

#include <gtest/gtest.h>

namespace tickproof::gate {
namespace {

Findings findings_on(const GoldenData& data) {
    Findings findings(5);
    (void)judge_golden(data, findings);
    return findings;
}

// The data with the first `from` after `anchor` replaced.
std::string altered(std::string_view text, std::string_view anchor, std::string_view from, std::string_view to) {
    std::string result(text);
    result.replace(result.find(from, result.find(anchor)), from.size(), to);
    return result;
}

TEST(Golden, EveryLineOfTheProductionPlannersOutputIsReproduced) {
    Findings findings(5);
    const GoldenCounts counts = judge_golden(built_in_golden_data(), findings);
    EXPECT_EQ(counts.plans, 39U);
    EXPECT_EQ(counts.digests, 340U);
    EXPECT_EQ(counts.errors, 14U);
    EXPECT_EQ(findings.count(), 0U) << findings.first_ones().front().witness;
}

TEST(Golden, AnotherEventIsFound) {
    GoldenData data = built_in_golden_data();
    const std::string plans = altered(data.plans, "\"events\"", "\"tick\":1", "\"tick\":2");
    data.plans = plans;
    const Findings findings = findings_on(data);
    EXPECT_EQ(findings.count(), 2U) << "both planners differ from it";
    EXPECT_EQ(findings.first_ones().front().property, "golden");
    EXPECT_EQ(findings.first_ones().front().id, finding_id("golden", *findings.first_ones().front().config));
}

TEST(Golden, AnotherF32BitIsFound) {
    GoldenData data = built_in_golden_data();
    const std::string bubble = altered(data.plans, "bubble_fraction_bits", ":0", ":1");
    data.plans = bubble;
    EXPECT_EQ(findings_on(data).count(), 1U);
    const std::string weight = altered(built_in_golden_data().plans, "merged_gradient", "3206125978", "3206125979");
    data.plans = weight;
    EXPECT_EQ(findings_on(data).count(), 1U);
}

TEST(Golden, AnotherDigestTickOrEventCountIsFound) {
    const GoldenData data = built_in_golden_data();
    for (const auto& [from, to] : {std::pair{"670f", "670e"}, {",2,2,", ",3,2,"}, {",2,2,", ",2,3,"}}) {
        GoldenData changed = data;
        const std::string digests = altered(data.digests, "interleaved", from, to);
        changed.digests = digests;
        EXPECT_EQ(findings_on(changed).count(), 2U) << from << ": both planners differ from it";
    }
}

TEST(Golden, AnotherMessageIsFound) {
    GoldenData data = built_in_golden_data();
    const std::string errors = altered(data.errors, "error", "n_layer > 0", "n_layer >= 0");
    data.errors = errors;
    const Findings findings = findings_on(data);
    EXPECT_EQ(findings.count(), 2U);
    EXPECT_NE(findings.first_ones().front().witness.find("n_layer >= 0"), std::string::npos);
    EXPECT_NE(findings.first_ones().front().reproduce.find("tickproof plan --config -"), std::string::npos);
}

TEST(Golden, WhatCannotBeReadIsAFindingNotASkip) {
    const GoldenData data = built_in_golden_data();
    GoldenData changed = data;
    const std::string truncated(data.plans.substr(0, data.plans.size() - 20));
    changed.plans = truncated;
    EXPECT_EQ(findings_on(changed).count(), 1U);
    EXPECT_EQ(findings_on(changed).first_ones().front().id, "golden");
    changed = data;
    const std::string short_row = altered(data.digests, "interleaved", ",2,2,", ",2,");
    changed.digests = short_row;
    EXPECT_EQ(findings_on(changed).count(), 1U);
    changed = data;
    changed.errors = "";
    EXPECT_EQ(findings_on(changed).count(), 1U);
    changed.plans = "";
    changed.digests = "";
    EXPECT_EQ(findings_on(changed).count(), 3U);
}

}  // namespace
}  // namespace tickproof::gate

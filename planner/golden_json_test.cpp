// Whole plans, shared-weight results and refusals, as the production planner printed them.
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/formats/json/decode.h"
#include "planner/formats/json_lines.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/request_json.h"
#include "planner/golden_test_data.h"
#include "planner/reference_planner.h"
#include "planner/shared_weight.h"

namespace tickproof {
namespace {

// Calls `judge` with every object of a golden file; how many there were.
std::size_t for_each_object(std::string_view file_name, const std::function<void(json::Value)>& judge) {
    const std::string text = golden::text_of(file_name);
    formats::JsonLines lines(text);
    std::size_t count = 0;
    for (auto document = lines.next(); document; document = lines.next(), ++count) {
        SCOPED_TRACE("line " + std::to_string(document->line));
        if (document->tree) {
            judge(document->tree->root());
        } else {
            ADD_FAILURE() << document->tree.error().message;
        }
    }
    return count;
}

// Of a key that must be there, as it must in these files.
json::Value member(json::Value object, std::string_view key) { return object.find(key).value(); }

PipelineConfig config_of(json::Value object) { return formats::read_request(member(object, "config")).value(); }

std::uint32_t bits(json::Value value) {
    json::Decoder decoder;
    const std::uint32_t found = decoder.id(value, "bits");
    EXPECT_FALSE(decoder.failed());
    return found;
}

void expect_bits(float found, json::Value golden) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(found), bits(member(golden, "bits")));
}

// The file has no layer count beside its plans.
void expect_equal(PlanResult found, const Plan& golden, std::uint32_t bubble_bits) {
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(found->metrics.bubble_fraction), bubble_bits);
    found->n_layer.reset();
    EXPECT_TRUE(*found == golden);
}

TEST(GoldenPlans, AreReproducedWholeByBothPlanners) {
    const auto count = for_each_object("plans.jsonl", [](json::Value object) {
        const json::Value plan = member(object, "plan");
        const auto golden = formats::read_plan(plan);
        ASSERT_TRUE(golden.has_value()) << golden.error().message;
        const std::uint32_t bubble_bits = bits(member(member(plan, "metrics"), "bubble_fraction_bits"));
        expect_equal(build_plan(config_of(object)), *golden, bubble_bits);
        expect_equal(reference_plan(config_of(object)), *golden, bubble_bits);
    });
    EXPECT_EQ(count, 39U);
}

float golden_gradient(std::uint64_t layer, std::uint64_t microbatch) {
    return static_cast<float>(layer) * 0.1F + static_cast<float>(microbatch) * 0.25F - 0.3F;
}

TEST(GoldenSharedWeights, AreReproducedBitForBit) {
    const auto count = for_each_object("plans.jsonl", [](json::Value object) {
        const Plan plan = build_plan(config_of(object)).value();
        const SharedWeightReport report = simulate_shared_weight_gradient_merge(plan, 0.1F, 1.0F, golden_gradient);
        const json::Value golden = member(object, "shared_weight");
        expect_bits(report.reference_gradient, member(golden, "reference_gradient"));
        expect_bits(report.merged_gradient, member(golden, "merged_gradient"));
        expect_bits(report.updated_weight, member(golden, "updated_weight"));
        const json::Items locals = member(golden, "stage_local_gradients").items();
        ASSERT_EQ(report.stage_local_gradients.size(), locals.size());
        auto local = report.stage_local_gradients.begin();
        for (const json::Value expected : locals) expect_bits(*local++, expected);
    });
    EXPECT_EQ(count, 39U);
}

TEST(GoldenErrors, AreReproducedByBothPlanners) {
    const auto count = for_each_object("errors.jsonl", [](json::Value object) {
        const std::string_view golden = member(object, "error").text();
        for (const PlanResult& result : {build_plan(config_of(object)), reference_plan(config_of(object))}) {
            ASSERT_FALSE(result.has_value());
            EXPECT_EQ(result.error().message, golden);
            EXPECT_EQ(result.error().kind, PlanError::Kind::invalid_config);
        }
    });
    EXPECT_EQ(count, 14U);
}

}  // namespace
}  // namespace tickproof

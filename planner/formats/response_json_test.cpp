#include "planner/formats/response_json.h"

#include <gtest/gtest.h>

#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view plan =
    R"({"physical_stage_count":1,"virtual_stages_per_rank":1,"total_virtual_stages":1,"microbatches":0,)"
    R"("schedule":"gpipe","partition":"layer_contiguous","stage_assignments":[],"events":[],)"
    R"("metrics":{"total_ticks":7,"total_events":0,"stage_busy_ticks":[],"stage_idle_ticks":[],"bubble_fraction":0}})";

std::string with(std::string_view before, std::string_view after) {
    return std::string(before) + std::string(plan) + std::string(after);
}

std::optional<Response> read(const std::string& text) {
    const auto tree = json::parse_all(text);
    if (!tree) return std::nullopt;
    auto found = read_response(tree->root());
    return found ? std::optional(std::move(*found)) : std::nullopt;
}

std::string refused(std::string_view text) { return refusal(text, read_response); }

TEST(ResponseJson, ReadsAPlan) {
    const std::optional<Response> found = read(with(R"({"took_ms":3,"plan":)", R"(,"note":["x"]})"));
    ASSERT_TRUE(found && std::holds_alternative<Plan>(*found));
    EXPECT_EQ(std::get<Plan>(*found).metrics.total_ticks, 7U);
}

TEST(ResponseJson, ReadsAnErrorAsItIs) {
    const std::optional<Response> found = read(R"({"error":"M < S\n\u00e9","code":4})");
    ASSERT_TRUE(found && std::holds_alternative<ErrorResponse>(*found));
    EXPECT_EQ(std::get<ErrorResponse>(*found).message, "M < S\né");
}

TEST(ResponseJson, RefusesWhatIsNeitherOrBoth) {
    EXPECT_EQ(refused("{}"), "1:1 response: there is neither 'plan' nor 'error'");
    EXPECT_EQ(refused(R"({"Plan":{}})"), "1:1 response: there is neither 'plan' nor 'error'");
    EXPECT_EQ(refused(with(R"({"error":"no","plan":)", "}")), "1:1 response: 'plan' and 'error' exclude each other");
}

TEST(ResponseJson, RefusesWrongTypesWithTheirPlace) {
    EXPECT_EQ(refused("[]"), "1:1 response: an array is not an object");
    EXPECT_EQ(refused(R"({"error":7})"), "1:10 error: 7 is not a text");
    EXPECT_EQ(refused(R"({"error":null})"), "1:10 error: null is not a text");
    EXPECT_EQ(refused(R"({"plan":"gpipe"})"), "1:9 plan: \"gpipe\" is not an object");
    EXPECT_NE(refused(R"({"plan":{}})").find("physical_stage_count"), std::string::npos);
}

}  // namespace
}  // namespace tickproof::formats

// What holds of our own planners beyond one plan: two answers agree, two planners agree, a plan survives JSON, and what
// must be refused is refused in the production planner's words.
#include <array>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/formats/json/json.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/request_json.h"
#include "planner/reference_planner.h"
#include "properties/gate/configs_test_data.h"
#include "properties/gate/judge.h"
#include "properties/gate/planner.h"
#include "properties/generators/for_all.h"
#include "properties/generators/rapidcheck.h"

namespace tickproof::gate {
namespace {

using generators::any_configs;
using generators::ConfigRange;
using generators::holds_for_all;

std::string first_of(const std::vector<Broken>& broken) {
    return broken.empty() ? "" : fmt::format("{}: {}", broken.front().property, broken.front().witness);
}

Answer answer_to(const PipelineConfig& config) { return answer_of(build_plan(config)); }

std::string differs(const PlanResult& expected, const PlanResult& found) {
    if (expected.has_value() != found.has_value()) return "one plans, the other refuses";
    if (!expected) return expected.error().message == found.error().message ? "" : found.error().message;
    if (expected->events != found->events) return "the events differ";
    return *expected == *found ? "" : "the events agree, the rest differs";
}

TEST(PlannerProperty, TheFastPlannersGiveTheReferencesPlan) {
    const ConfigRange range{.optimal = false, .usual_events = 256, .max_events = 1024};
    expect_everywhere(range, 300, [](const PipelineConfig& config) -> std::string {
        if (config.schedule == ScheduleKind::optimal) return "";
        return differs(reference_plan(config), build_plan(config));
    });
}

TEST(PlannerProperty, TheSameRequestGivesTheSamePlan) {
    expect_everywhere({}, 200, [](const PipelineConfig& config) {
        return first_of(judge_again(answer_to(config), answer_to(config)));
    });
}

TEST(PlannerProperty, EventsDoNotDependOnTheNumberOfLayers) {
    expect_everywhere({}, 200, [](const PipelineConfig& config) {
        PipelineConfig more = config;
        more.n_layer = 2 * config.n_layer + 1;
        return first_of(judge_other_layers(answer_to(config), answer_to(more)));
    });
}

TEST(PlannerProperty, APlanSurvivesJson) {
    expect_everywhere({}, 100, [](const PipelineConfig& config) -> std::string {
        const PlanResult plan = build_plan(config);
        if (!plan) return "";
        std::string text;
        formats::write_plan(*plan, [&](std::string_view piece) { text += piece; });
        const auto tree = json::parse_all(text);
        if (!tree) return tree.error().message;
        const auto read = formats::read_plan(tree->root());
        if (!read) return read.error().message;
        return *read == *plan ? "" : "another plan is read back";
    });
}

TEST(PlannerProperty, ARequestSurvivesJson) {
    EXPECT_TRUE(holds_for_all(any_configs(), 1000, [](const PipelineConfig& config) -> std::string {
        const std::string text = formats::write_request(config);
        const auto tree = json::parse_all(text);
        if (!tree) return tree.error().message;
        const auto read = formats::read_request(tree->root());
        if (!read) return read.error().message;
        return *read == config ? "" : "another request is read back";
    }));
}

// The specification's checks, one after the other, with the words that it uses.
std::optional<std::string> specified_refusal(const PipelineConfig& config) {  // NOLINT(readability-function-size)
    __extension__ using Wide = unsigned __int128;
    constexpr Wide most = std::numeric_limits<std::uint64_t>::max();
    const auto& [layers, enabled, ranks, chunks, schedule, microbatches, partition] = config;
    const bool is_production = schedule != ScheduleKind::optimal;
    if (!enabled) return "pipeline planning requires parallel.pipeline.enabled = true";
    if (layers == 0) return "pipeline planning requires n_layer > 0";
    if (ranks == 0) return "pipeline planning requires parallel.pipeline.stage_count > 0";
    if (chunks == 0) return "pipeline planning requires parallel.pipeline.virtual_stages_per_rank > 0";
    if (is_production && chunks > ranks) {
        return fmt::format(
            "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got {} > {})", chunks,
            ranks);
    }
    if (microbatches == 0) return "pipeline planning requires parallel.pipeline.microbatches > 0";
    if (schedule == ScheduleKind::interleaved_1f1b && microbatches < ranks) {
        return fmt::format(
            "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b (got {} < "
            "{})",
            microbatches, ranks);
    }
    const Wide stages = Wide{ranks} * chunks;
    if (stages > most) return "pipeline virtual-stage count overflow";
    if (stages > layers) {
        return fmt::format("pipeline planning requires total virtual stages <= n_layer (got {} > {})",
                           static_cast<std::uint64_t>(stages), layers);
    }
    if (stages * microbatches > most / 2) return "pipeline event count overflow";
    return std::nullopt;
}

std::string refused_otherwise(const PipelineConfig& config) {
    const std::optional<std::string> specified = specified_refusal(config);
    const PlanResult found = build_plan(config);
    if (found.has_value() == specified.has_value()) return specified.value_or("refused without need");
    return !specified || found.error().message == *specified ? "" : found.error().message;
}

TEST(PlannerProperty, EveryRefusalHasTheSpecificationsWords) {
    PipelineConfig config;
    for (std::uint64_t shape = 0; shape < 4ULL * 4 * 4 * 8 * 2; ++shape) {
        config.stage_count = shape % 4;
        config.virtual_stages_per_rank = shape / 4 % 4;
        config.microbatches = shape / 16 % 4;
        config.n_layer = shape / 64 % 8;
        config.enabled = shape / 512 == 0;
        for (const ScheduleName& schedule : schedule_names) {
            config.schedule = schedule.kind;
            ASSERT_EQ(refused_otherwise(config), "") << formats::write_request(config);
        }
    }
    EXPECT_TRUE(holds_for_all(any_configs(), 500, refused_otherwise));
}

// Each of the ten refusals is reached by what is drawn, so that the test above is about all of them.
TEST(PlannerProperty, EveryRefusalIsReached) {
    constexpr std::array<std::string_view, 10> beginnings{
        "pipeline planning requires parallel.pipeline.enabled",
        "pipeline planning requires n_layer",
        "pipeline planning requires parallel.pipeline.stage_count",
        "pipeline planning requires parallel.pipeline.virtual_stages_per_rank",
        "parallel.pipeline.virtual_stages_per_rank must be",
        "pipeline planning requires parallel.pipeline.microbatches",
        "parallel.pipeline.microbatches must be",
        "pipeline virtual-stage count overflow",
        "pipeline planning requires total virtual stages",
        "pipeline event count overflow"};
    std::array<int, beginnings.size()> reached{};
    for (const PipelineConfig& config : generators::sample_configs(1, 2000)) {
        const std::string message = specified_refusal(config).value_or("");
        for (std::size_t i = 0; i < beginnings.size(); ++i) reached[i] += message.starts_with(beginnings[i]) ? 1 : 0;
    }
    for (std::size_t i = 0; i < beginnings.size(); ++i) EXPECT_GT(reached[i], 3) << beginnings[i];
}

}  // namespace
}  // namespace tickproof::gate

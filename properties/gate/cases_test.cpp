#include "properties/gate/cases.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "planner/validate.h"

namespace tickproof::gate {
namespace {

constexpr std::array production{ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b};

std::vector<PipelineConfig> cases(const GateOptions& options) { return cases_of(options, production).value(); }

std::uint64_t sum_of(const PipelineConfig& config) {
    return config.stage_count + config.virtual_stages_per_rank + config.microbatches;
}

TEST(Cases, TheGridComesFirstAndSmallestSumsFirst) {
    GateOptions options;
    options.grid = external_grid;
    const auto all = cases(options);
    constexpr std::size_t of_the_grid = 3 * 2 * 6 * 2 * 2;
    ASSERT_EQ(all.size(), of_the_grid + 1000);
    const auto by_sum = [](const auto& a, const auto& b) { return sum_of(a) < sum_of(b); };
    EXPECT_TRUE(std::is_sorted(all.begin(), all.begin() + of_the_grid / 2, by_sum));
    EXPECT_TRUE(std::is_sorted(all.begin() + of_the_grid / 2, all.begin() + of_the_grid, by_sum));
    EXPECT_EQ(sum_of(all.front()), 3U);
}

TEST(Cases, TheSeedDecides) {
    GateOptions options;
    const auto all = cases(options);
    EXPECT_EQ(cases(options), all);
    options.seed = 2;
    EXPECT_NE(cases(options), all);
}

TEST(Cases, EveryShapeHasALayerForEveryStageAndASizeThatWeCanJudge) {
    GateOptions options;
    options.cases = 5000;
    for (const PipelineConfig& config : cases(options)) {
        const auto error = validate(config);
        if (!error) continue;
        EXPECT_EQ(error->kind, PlanError::Kind::invalid_config) << error->message;
        EXPECT_EQ(error->message.find("<= n_layer"), std::string::npos) << error->message;
    }
}

TEST(Cases, RangesHoldForRandomOnesToo) {
    GateOptions options;
    options.stages = Range{5, 7};
    options.microbatches = Range{3, 3};
    const auto all = cases(options);
    EXPECT_EQ(all.size(), 3U * 4 * 2 * 2 + 1000);
    for (const PipelineConfig& config : all) {
        EXPECT_TRUE(config.stage_count >= 5 && config.stage_count <= 7);
        EXPECT_EQ(config.microbatches, 3U);
    }
}

TEST(Cases, OnlyKnownSchedulesAreAskedFor) {
    GateOptions options;
    constexpr std::array ours{ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b, ScheduleKind::optimal};
    const auto has_optimal = [](const auto& all) {
        return std::ranges::find(all, ScheduleKind::optimal, &PipelineConfig::schedule) != all.end();
    };
    EXPECT_FALSE(has_optimal(cases(options)));
    options.grid = {};
    EXPECT_TRUE(has_optimal(*cases_of(options, ours)));
}

TEST(Cases, OwnConfigurationsAreJudgedFirstOrAlone) {
    GateOptions options;
    options.configs = {PipelineConfig{.n_layer = 8, .stage_count = 4, .microbatches = 9}};
    EXPECT_EQ(cases(options).front(), options.configs.front());
    options.own_cases = false;
    EXPECT_EQ(cases(options), options.configs);
}

TEST(Cases, NoCasesAreNoCases) {
    GateOptions options;
    options.cases = 0;
    EXPECT_TRUE(cases(options).empty());
}

TEST(Cases, AGridBeyondMeasureIsRefused) {
    GateOptions options;
    options.stages = Range{1, 18446744073709551614U};
    EXPECT_EQ(cases_of(options, production).error(),
              "the ranges hold 18446744073709551615 shapes; at most 1000000 are tried");
    options.stages.reset();
    options.cases = 1'000'001;
    EXPECT_EQ(cases_of(options, production).error(), "--cases: at most 1000000 are tried");
}

TEST(Cases, OtherLayersAreMoreUnlessNoReaderOfJsonHoldsThem) {
    PipelineConfig config{.n_layer = 4, .stage_count = 2, .virtual_stages_per_rank = 2, .microbatches = 4};
    EXPECT_EQ(with_other_layers(config).n_layer, 9U);
    config.n_layer = (std::uint64_t{1} << 53) - 1;
    EXPECT_EQ(with_other_layers(config).n_layer, 4U);
}

TEST(Cases, OfAnotherPlannerAreSmallEnoughForOneThatRescansEverything) {
    GateOptions options;
    options.cases = 2000;
    options.random_events = external_random_events;
    for (const PipelineConfig& config : cases(options)) {
        if (validate(config)) continue;
        EXPECT_LE(2 * config.stage_count * config.virtual_stages_per_rank * config.microbatches,
                  external_random_events);
    }
}

}  // namespace
}  // namespace tickproof::gate

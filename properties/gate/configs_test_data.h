// For tests of properties: every small configuration and random larger ones, and what to print of one that fails.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/model/config.h"
#include "properties/gate/finding.h"
#include "properties/generators/for_all.h"
#include "properties/generators/rapidcheck.h"

namespace tickproof::gate {

// Calls visit(PipelineConfig) for S up to 6, V up to 4, M up to 12, every schedule, one layer a stage and more. Shapes
// that a schedule refuses are among them.
template <class Visit>
void each_small_config(Visit visit) {
    PipelineConfig config;
    for (config.stage_count = 1; config.stage_count <= 6; ++config.stage_count) {
        for (config.virtual_stages_per_rank = 1; config.virtual_stages_per_rank <= 4;
             ++config.virtual_stages_per_rank) {
            for (config.microbatches = 1; config.microbatches <= 12; ++config.microbatches) {
                const std::uint64_t stages = config.stage_count * config.virtual_stages_per_rank;
                for (const ScheduleName& schedule : schedule_names) {
                    config.schedule = schedule.kind;
                    for (const std::uint64_t layers : {stages, stages + 1, 3 * stages - 1}) {
                        config.n_layer = layers;
                        visit(config);
                    }
                }
            }
        }
    }
}

[[nodiscard]] inline std::string with_command(const std::string& wrong, const PipelineConfig& config) {
    return wrong.empty() ? "" : fmt::format("{}\n{}", wrong, reproduce_command(config));
}

// `wrong_with` returns what is wrong with a configuration, "" if nothing is. The smallest come first; the test stops at
// the first that fails.
template <class WrongWith>
[[nodiscard]] testing::AssertionResult holds_for_every_small_config(WrongWith wrong_with) {
    testing::AssertionResult result = testing::AssertionSuccess();
    each_small_config([&](const PipelineConfig& config) {
        if (!result) return;
        const std::string wrong = with_command(wrong_with(config), config);
        if (!wrong.empty()) {
            result = testing::AssertionFailure() << finding_id("", config).substr(1) << ": " << wrong;
        }
    });
    return result;
}

// The same of random ones.
template <class WrongWith>
[[nodiscard]] testing::AssertionResult holds_for_random_configs(const generators::ConfigRange& range, int cases,
                                                                WrongWith wrong_with) {
    return generators::holds_for_all(generators::valid_configs(range), cases, [&](const PipelineConfig& config) {
        return with_command(wrong_with(config), config);
    });
}

template <class WrongWith>
void expect_everywhere(const generators::ConfigRange& range, int cases, WrongWith wrong_with) {
    EXPECT_TRUE(holds_for_every_small_config(wrong_with));
    EXPECT_TRUE(holds_for_random_configs(range, cases, wrong_with));
}

}  // namespace tickproof::gate

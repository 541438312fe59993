// What the gate's shrinking makes of a planner's fault that was met by chance: nearly the smallest configuration that
// shows it, which for these planners is known.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "properties/gate/examine.h"
#include "properties/gate/shrink.h"
#include "properties/generators/configs.h"
#include "properties/mutants/planner_mutants.h"

namespace tickproof::mutants {
namespace {

// Random ones, no larger than the tick loop is quick at, and all of one size, for what a few hundred seldom meet.
std::vector<PipelineConfig> met_by_chance() {
    generators::Draw draw(1);
    const generators::ConfigRange range{.optimal = false, .usual_events = 500, .max_events = 500};
    std::vector<PipelineConfig> configs = configs_of_size(10);
    for (int i = 0; i < 300; ++i) configs.push_back(generators::draw_any_config(draw, range));
    std::ranges::sort(configs, std::ranges::greater{}, size_of);  // the largest first, which is farthest to go
    return configs;
}

// As the gate does: the first case of each property and schedule is shrunk.
std::vector<gate::Shrunk> shrunk(const PlannerMutant& mutant, const std::vector<PipelineConfig>& configs) {
    gate::FunctionPlanner planner(mutant);
    std::map<std::pair<std::string, ScheduleKind>, gate::Shrunk> first;
    for (const PipelineConfig& config : configs) {
        const gate::Question question{config};
        const std::vector<gate::Outcome> outcomes = gate::examine(planner, gate::Level::conform, {&question, 1});
        for (const gate::Broken& broken : outcomes.front().broken) {
            first.try_emplace({broken.property, config.schedule}, config, broken, "");
        }
    }
    std::vector<gate::Shrunk> all;
    for (const auto& [what, found] : first) all.push_back(gate::shrink(found, planner, gate::Level::conform, {}));
    return all;
}

TEST(Shrinking, ComesWithinTwoOfTheSmallest) {
    const std::vector<PipelineConfig> configs = met_by_chance();
    for (const PlannerMutant& mutant : planner_mutants()) {
        if (mutant.equivalent()) continue;
        const std::vector<gate::Shrunk> found = shrunk(mutant, configs);
        if (found.empty()) {
            ADD_FAILURE() << mutant.name << ": nothing was met that fails";
            continue;
        }
        const auto size = [](const gate::Shrunk& one) { return size_of(one.config); };
        const std::uint64_t smallest = size_of(smallest_failing(mutant).value());
        EXPECT_LE(size(std::ranges::min(found, {}, size)), smallest + 2) << mutant.name;
    }
}

}  // namespace
}  // namespace tickproof::mutants

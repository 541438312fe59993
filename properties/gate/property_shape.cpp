// A valid plan for another question is a wrong answer: the checker judges a plan by the shape that the plan declares.
#include <algorithm>

#include <fmt/format.h>

#include "properties/gate/property_functions.h"

namespace tickproof::gate {

namespace {

void compare(Witnesses& all, std::string_view what, std::uint64_t answered, std::uint64_t asked) {
    if (answered != asked) all.push_back(fmt::format("the plan has {} {}, {} were asked for", answered, what, asked));
}

// A plan need not name its layers; then they are those of its stages, as for the checker.
std::uint64_t layers_of(const Plan& plan) {
    std::uint64_t layers = 0;
    for (const StageAssignment& stage : plan.stage_assignments) layers = std::max(layers, stage.layer_range.end);
    return plan.n_layer.value_or(layers);
}

}  // namespace

Witnesses answers_what_was_asked(const Case& asked) {
    const auto& [config, plan, report] = asked;
    Witnesses all;
    compare(all, "ranks", plan.physical_stage_count, config.stage_count);
    compare(all, "chunks a rank", plan.virtual_stages_per_rank, config.virtual_stages_per_rank);
    compare(all, "microbatches", plan.microbatches, config.microbatches);
    compare(all, "layers", layers_of(plan), config.n_layer);
    if (plan.schedule != config.schedule) {
        all.push_back(
            fmt::format("the plan's schedule is {}, {} was asked for", name(plan.schedule), name(config.schedule)));
    }
    if (plan.partition != config.partition) all.emplace_back("the plan's partition is not the one asked for");
    return all;
}

}  // namespace tickproof::gate

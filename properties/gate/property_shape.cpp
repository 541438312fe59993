// A valid plan for another question is a wrong answer: the checker judges a plan by the shape that the plan declares.
#include <fmt/format.h>

#include "properties/gate/property_functions.h"
#include "properties/gate/reference_rule.h"

namespace tickproof::gate {

namespace {

void compare(Witnesses& all, std::string_view what, std::uint64_t answered, std::uint64_t asked) {
    if (answered != asked) all.push_back(fmt::format("the plan has {} {}, {} were asked for", answered, what, asked));
}

}  // namespace

Witnesses answers_what_was_asked(const Case& asked) {
    const PipelineConfig& config = asked.config;
    const PipelineConfig answered = config_of(asked.plan);
    Witnesses all;
    compare(all, "ranks", answered.stage_count, config.stage_count);
    compare(all, "chunks a rank", answered.virtual_stages_per_rank, config.virtual_stages_per_rank);
    compare(all, "microbatches", answered.microbatches, config.microbatches);
    compare(all, "layers", answered.n_layer, config.n_layer);
    if (answered.schedule != config.schedule) {
        all.push_back(
            fmt::format("the plan's schedule is {}, {} was asked for", name(answered.schedule), name(config.schedule)));
    }
    if (answered.partition != config.partition) all.emplace_back("the plan's partition is not the one asked for");
    return all;
}

}  // namespace tickproof::gate

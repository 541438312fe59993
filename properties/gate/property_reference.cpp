// The rule `reference` compares with the fast planners, which is possible for every size. They stand before the gate
// themselves, so where it takes about a millisecond the tick loop that they are derived from is asked as well.
#include <fmt/format.h>

#include "planner/model/limits.h"
#include "planner/reference_planner.h"
#include "properties/gate/property_functions.h"
#include "properties/generators/configs.h"

namespace tickproof::gate {

namespace {

// Each tick, of which there are fewer than twice the ops of a rank and the stages, looks at every op.
constexpr std::uint64_t max_looks = std::uint64_t{1} << 18;

bool is_quick_to_plan(const PipelineConfig& config) {
    const std::uint64_t rank_ops = saturating_mul(config.virtual_stages_per_rank, config.microbatches);
    const std::uint64_t ticks_by_two = saturating_add(rank_ops, generators::stages_of(config));
    return saturating_mul(ticks_by_two, generators::events_of(config)) <= max_looks;
}

Witnesses compare_with_tick_loop(const Case& asked) {
    if (asked.config.schedule == ScheduleKind::optimal || !is_quick_to_plan(asked.config)) return {};
    const PlanResult reference = reference_plan(asked.config);
    if (!reference) return {fmt::format("reference_planner refuses: {}", reference.error().message)};
    if (reference->stage_assignments != asked.plan.stage_assignments) {
        return {"the assignments are not reference_planner's"};
    }
    if (reference->events != asked.plan.events) return {"the events are not reference_planner's"};
    return {};
}

}  // namespace

Witnesses equals_the_reference(const Case& asked) {
    Witnesses all = violations_of(check::Rule::reference, asked);
    return all.empty() ? compare_with_tick_loop(asked) : all;
}

}  // namespace tickproof::gate

// What is proved of the number of ticks (smt/bounds/unit_time.h, planner/optimal_planner.h), of plans of the shape that
// was asked for. The ticks are counted from the events: what the plan says of them is the rule metrics' matter.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "planner/model/limits.h"
#include "properties/check/words.h"
#include "properties/gate/property_functions.h"
#include "smt/bounds/unit_time.h"

namespace tickproof::gate {

namespace {

std::uint64_t ticks_of(const Plan& plan) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : plan.events) ticks = std::max(ticks, saturating_add(op.start_tick, 1));
    return ticks;
}

bool has_shape(const Plan& plan, const PipelineConfig& config) {
    return plan.physical_stage_count == config.stage_count &&
           plan.virtual_stages_per_rank == config.virtual_stages_per_rank && plan.microbatches == config.microbatches;
}

template <class Holds>
Witnesses compare_with_optimum(const Case& asked, Holds holds) {
    const PipelineConfig& config = asked.config;
    if (!has_shape(asked.plan, config)) return {};
    const std::uint64_t ticks = ticks_of(asked.plan);
    const auto optimum = unit_time_optimum(config.stage_count, config.virtual_stages_per_rank, config.microbatches);
    if (!optimum || holds(ticks, *optimum)) return {};
    return {fmt::format("the plan takes {}, the optimum is {}", check::counted(ticks, "tick"), *optimum)};
}

Witnesses meets_the_optimum(const Case& asked) {
    return compare_with_optimum(asked, [](std::uint64_t ticks, std::uint64_t optimum) { return ticks == optimum; });
}

}  // namespace

Witnesses not_below_the_optimum(const Case& asked) {
    return compare_with_optimum(asked, [](std::uint64_t ticks, std::uint64_t optimum) { return ticks >= optimum; });
}

Witnesses one_chunk_meets_the_optimum(const Case& asked) {
    return asked.config.virtual_stages_per_rank == 1 ? meets_the_optimum(asked) : Witnesses{};
}

Witnesses gpipe_meets_the_optimum(const Case& asked) {
    const PipelineConfig& config = asked.config;
    const bool divides = config.stage_count > 0 && config.microbatches % config.stage_count == 0;
    return config.schedule == ScheduleKind::gpipe && divides ? meets_the_optimum(asked) : Witnesses{};
}

Witnesses optimal_meets_the_optimum(const Case& asked) {
    return asked.config.schedule == ScheduleKind::optimal ? meets_the_optimum(asked) : Witnesses{};
}

}  // namespace tickproof::gate

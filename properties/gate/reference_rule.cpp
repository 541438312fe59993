#include "properties/gate/reference_rule.h"

#include <algorithm>

#include <fmt/format.h>

#include "planner/build_plan.h"
#include "planner/model/limits.h"
#include "properties/check/words.h"

namespace tickproof::gate {

namespace {

using check::Report;
using check::Rule;

std::string in_words(const TimedOp& op) {
    return fmt::format("tick {} rank {} {}", op.start_tick, op.rank, check::op_words(op));
}

void compare_assignments(const Plan& plan, const Plan& reference, Report& report) {
    const auto [theirs, ours] = std::ranges::mismatch(plan.stage_assignments, reference.stage_assignments);
    if (theirs == plan.stage_assignments.end() && ours == reference.stage_assignments.end()) return;
    report.add(Rule::reference, [&, index = theirs - plan.stage_assignments.begin()] {
        return std::pair{fmt::format("stage assignment {}", index),
                         std::string("this is the first that differs from the reference planner's")};
    });
}

void compare_events(const Plan& plan, const Plan& reference, Report& report) {
    const auto [theirs, ours] = std::ranges::mismatch(plan.events, reference.events);
    if (theirs == plan.events.end()) return;
    report.add(Rule::reference, [&, theirs, ours] {
        return std::pair{fmt::format("event {}", theirs - plan.events.begin()),
                         fmt::format("{}, where the reference planner of {} has {}", in_words(*theirs),
                                     name(plan.schedule), in_words(*ours))};
    });
}

}  // namespace

PipelineConfig config_of(const Plan& plan) {
    std::uint64_t layers = 0;
    for (const StageAssignment& stage : plan.stage_assignments) layers = std::max(layers, stage.layer_range.end);
    return {.n_layer = plan.n_layer.value_or(layers),
            .stage_count = plan.physical_stage_count,
            .virtual_stages_per_rank = plan.virtual_stages_per_rank,
            .schedule = plan.schedule,
            .microbatches = plan.microbatches,
            .partition = plan.partition};
}

void check_reference(const Plan& plan, Report& report) {
    // The count comes first: a header that declares a billion microbatches must not make us plan them.
    const std::uint64_t stages = saturating_mul(plan.physical_stage_count, plan.virtual_stages_per_rank);
    const std::uint64_t declared = saturating_mul(2, saturating_mul(stages, plan.microbatches));
    if (declared != plan.events.size()) {
        report.add(Rule::reference, [&] {
            return std::pair{std::string("events"), fmt::format("there are {}, where the reference planner has {}",
                                                                plan.events.size(), declared)};
        });
        return;
    }
    const PlanResult reference = build_plan(config_of(plan));
    if (!reference) {
        report.add(Rule::reference, [&] {
            return std::pair{std::string("configuration"),
                             fmt::format("the reference planner refuses it: {}", reference.error().message)};
        });
        return;
    }
    compare_assignments(plan, *reference, report);
    compare_events(plan, *reference, report);
}

}  // namespace tickproof::gate

#include "properties/gate/built_in.h"

#include <fmt/format.h>

#include "planner/build_plan.h"
#include "planner/model/limits.h"
#include "planner/reference_planner.h"

namespace tickproof::gate {

namespace {

// Ops times ticks: a few milliseconds.
constexpr std::uint64_t affordable_work = 100'000;

std::vector<Broken> agrees_with_reference(const PipelineConfig& config, const Answer& answer) {
    const auto* plan = std::get_if<Plan>(&answer);
    if (plan == nullptr || config.schedule == ScheduleKind::optimal) return {};
    if (saturating_mul(plan->metrics.total_events, plan->metrics.total_ticks) > affordable_work) return {};
    const PlanResult reference = reference_plan(config);
    if (reference && *reference == *plan) return {};
    return {{"reference-planner", reference ? "reference_planner makes another plan"
                                            : fmt::format("reference_planner says '{}'", reference.error().message)}};
}

}  // namespace

Candidate built_in_planners() { return built_in_planners(build_plan); }

Candidate built_in_planners(const PlannerFunction& planner) {
    return {.name = "built-in planners",
            .make = [planner] { return std::make_unique<FunctionPlanner>(planner); },
            .schedules = {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b, ScheduleKind::optimal},
            .gate_command = "tickproof gate",
            .golden = built_in_golden_data(),
            .also_judge = agrees_with_reference};
}

}  // namespace tickproof::gate

#include "cli/schedules_of.h"

#include <stdexcept>
#include <utility>
#include <variant>

#include "planner/build_plan.h"
#include "properties/check/execute.h"

namespace tickproof::cli {

namespace {

bool is_planners_own(const Problem& problem) {
    return problem.durations == Durations{} && problem.hop_latency_ticks == 0 &&
           problem.backward_form == BackwardForm::full && problem.placement == Placement::loop(problem.ranks);
}

void append(std::vector<Action>& actions, const TimedOp& op, BackwardForm form) {
    const auto add = [&](ActionKind kind) { actions.push_back({kind, false, op.stage, op.microbatch}); };
    if (op.kind == OpKind::forward) return add(ActionKind::forward);
    if (form == BackwardForm::full) return add(ActionKind::backward);
    add(ActionKind::backward_input);
    add(ActionKind::backward_weight);
}

// Events come by tick. An op's inputs come from earlier ticks, so no such orders can wait in a circle.
Orders orders_of(const std::vector<TimedOp>& events, const Problem& problem) {
    Orders orders{.id = {},
                  .ranks = problem.ranks,
                  .chunks = problem.chunks,
                  .microbatches = problem.microbatches,
                  .placement = problem.placement,
                  .by_rank = std::vector<std::vector<Action>>(problem.ranks)};
    for (const TimedOp& event : events) {
        append(orders.by_rank[problem.placement.rank_of(event.stage)], event, problem.backward_form);
    }
    return orders;
}

}  // namespace

std::expected<Schedule, std::string> schedule_of(const PipelineConfig& config, const Problem& problem) {
    auto plan = build_plan(config);
    if (!plan) return std::unexpected(plan.error().message);
    if (is_planners_own(problem)) return std::move(plan->events);
    check::Execution execution = check::execute(problem, orders_of(plan->events, problem));
    if (auto* executed = std::get_if<check::Executed>(&execution)) return std::move(executed->schedule);
    throw std::logic_error(check::in_words(std::get<check::Deadlock>(execution)));
}

std::expected<Schedule, std::string> schedule_of(ScheduleKind kind, const Problem& problem) {
    return schedule_of(PipelineConfig{.n_layer = problem.stages(),
                                      .stage_count = problem.ranks,
                                      .virtual_stages_per_rank = problem.chunks,
                                      .schedule = kind,
                                      .microbatches = problem.microbatches},
                       problem);
}

}  // namespace tickproof::cli

#include "properties/mutants/edit.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "properties/check/check.h"
#include "properties/check/statistics.h"

namespace tickproof::mutants {

namespace {

std::optional<std::pair<std::size_t, std::uint64_t>> first_move(const Timeline& timeline, const IsMove& fits) {
    for (std::size_t event = 0; event < timeline.size(); ++event) {
        for (std::uint64_t tick = 0; tick < timeline.ticks(); ++tick) {
            if (tick != timeline.op(event).start_tick && fits(timeline, event, tick)) return std::pair{event, tick};
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> first_event(const Timeline& timeline, const IsEvent& fits) {
    for (std::size_t event = 0; event < timeline.size(); ++event) {
        if (fits(timeline, event)) return event;
    }
    return std::nullopt;
}

std::uint64_t peak(const Problem& problem, const Schedule& ops) {
    return std::ranges::max(check::in_flight_peaks(problem, ops, check::FreedAt::weight_gradient));
}

}  // namespace

PipelineConfig config_of(const Plan& plan) {
    return {.n_layer = plan.n_layer.value_or(0),
            .stage_count = plan.physical_stage_count,
            .virtual_stages_per_rank = plan.virtual_stages_per_rank,
            .schedule = plan.schedule,
            .microbatches = plan.microbatches,
            .partition = plan.partition};
}

Plan with_figures(Plan plan) {
    std::ranges::sort(plan.events, {}, [](const TimedOp& op) { return std::tuple{op.start_tick, op.rank}; });
    PlanMetrics& metrics = plan.metrics;
    const std::uint64_t ranks = plan.physical_stage_count;
    metrics.total_events = plan.events.size();
    metrics.total_ticks = plan.events.empty() ? 0 : plan.events.back().start_tick + 1;
    metrics.stage_busy_ticks.assign(ranks, 0);
    for (const TimedOp& op : plan.events) {
        if (op.rank < ranks) ++metrics.stage_busy_ticks[op.rank];
    }
    metrics.stage_idle_ticks.clear();
    std::uint64_t idle = 0;
    for (const std::uint64_t busy : metrics.stage_busy_ticks) {
        metrics.stage_idle_ticks.push_back(metrics.total_ticks - std::min(busy, metrics.total_ticks));
        idle += metrics.stage_idle_ticks.back();
    }
    const std::uint64_t slots = std::max<std::uint64_t>(metrics.total_ticks * ranks, 1);
    metrics.bubble_fraction = static_cast<float>(idle) / static_cast<float>(slots);
    return plan;
}

std::optional<Plan> unless_same(const Plan& base, Plan plan) {
    return plan == base ? std::nullopt : std::optional(std::move(plan));
}

Timeline::Timeline(const Plan& plan)
    : plan_(plan),
      by_tick_(plan.metrics.total_ticks, std::vector<std::optional<std::size_t>>(plan.physical_stage_count)),
      chains_(plan.microbatches, std::vector<std::size_t>(2 * plan.total_virtual_stages)) {
    for (std::size_t event = 0; event < plan.events.size(); ++event) {
        const TimedOp& op = plan.events[event];
        by_tick_[op.start_tick][op.rank] = event;
        chains_[op.microbatch][chain_place(op)] = event;
    }
}

std::size_t Timeline::chain_place(const TimedOp& op) const {
    return op.kind == OpKind::forward ? op.stage : 2 * plan_.total_virtual_stages - 1 - op.stage;
}

std::optional<std::size_t> Timeline::running(std::uint64_t rank, std::uint64_t tick) const {
    return by_tick_[tick][rank];
}

bool Timeline::has_company(std::size_t event) const {
    const auto& ranks = by_tick_[op(event).start_tick];
    return std::ranges::any_of(ranks, [&](const auto& other) { return other && *other != event; });
}

std::uint64_t Timeline::earliest(std::size_t event) const {
    const std::size_t place = chain_place(op(event));
    return place == 0 ? 0 : op(chains_[op(event).microbatch][place - 1]).start_tick + 1;
}

std::uint64_t Timeline::latest(std::size_t event) const {
    const auto& chain = chains_[op(event).microbatch];
    const std::size_t place = chain_place(op(event));
    return place + 1 == chain.size() ? ticks() - 1 : op(chain[place + 1]).start_tick - 1;
}

std::optional<Plan> change_event(const Plan& base, const IsEvent& fits, const Change& change) {
    const auto event = first_event(Timeline(base), fits);
    if (!event) return std::nullopt;
    Plan plan = base;
    change(plan.events[*event]);
    return with_figures(std::move(plan));
}

std::optional<Plan> remove_event(const Plan& base, const IsEvent& fits) {
    const auto event = first_event(Timeline(base), fits);
    if (!event) return std::nullopt;
    Plan plan = base;
    plan.events.erase(plan.events.begin() + static_cast<std::ptrdiff_t>(*event));
    return with_figures(std::move(plan));
}

std::optional<Plan> move_event(const Plan& base, const IsMove& fits) {
    const auto move = first_move(Timeline(base), fits);
    if (!move) return std::nullopt;
    Plan plan = base;
    plan.events[move->first].start_tick = move->second;
    return with_figures(std::move(plan));
}

std::optional<Plan> repeat_event(const Plan& base, const IsMove& fits) {
    const auto move = first_move(Timeline(base), fits);
    if (!move) return std::nullopt;
    Plan plan = base;
    plan.events.push_back(plan.events[move->first]);
    plan.events.back().start_tick = move->second;
    return with_figures(std::move(plan));
}

std::optional<Plan> exchange_events(const Plan& base, const IsPair& fit) {
    const Timeline timeline(base);
    for (std::size_t one = 0; one < timeline.size(); ++one) {
        for (std::size_t other = one + 1; other < timeline.size(); ++other) {
            if (!fit(timeline, one, other)) continue;
            Plan plan = base;
            std::swap(plan.events[one].start_tick, plan.events[other].start_tick);
            return with_figures(std::move(plan));
        }
    }
    return std::nullopt;
}

Plan change_all(Plan plan, const Change& change) {
    std::ranges::for_each(plan.events, change);
    return with_figures(std::move(plan));
}

Plan without_empty_ticks(Plan plan) {
    std::set<std::uint64_t> used;
    for (const TimedOp& op : plan.events) used.insert(op.start_tick);
    return change_all(std::move(plan), [&used](TimedOp& op) {
        op.start_tick = static_cast<std::uint64_t>(std::distance(used.begin(), used.find(op.start_tick)));
    });
}

std::vector<std::uint64_t> stage_sizes(const Plan& plan) {
    std::vector<std::uint64_t> sizes;
    for (const StageAssignment& stage : plan.stage_assignments) {
        sizes.push_back(stage.layer_range.end - stage.layer_range.start);
    }
    return sizes;
}

Plan with_stage_sizes(Plan plan, const std::vector<std::uint64_t>& sizes) {
    std::uint64_t start = 0;
    for (std::size_t stage = 0; stage < sizes.size(); ++stage) {
        plan.stage_assignments[stage].layer_range = {start, start + sizes[stage]};
        start += sizes[stage];
    }
    return plan;
}

std::uint64_t peak_in_flight(const Plan& plan) { return peak(check::problem_of(plan), plan.events); }

std::uint64_t peak_in_flight(const Orders& orders) {
    const Problem problem = check::problem_of(orders);
    return peak(problem, std::get<check::Executed>(check::execute(problem, orders)).schedule);
}

}  // namespace tickproof::mutants

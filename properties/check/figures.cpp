#include "properties/check/figures.h"

#include <algorithm>

namespace tickproof::check {

namespace {

std::vector<std::uint64_t> busy_ticks(const std::vector<TimedOp>& events, std::size_t ranks) {
    std::vector<std::uint64_t> busy(ranks);
    for (const TimedOp& event : events) {
        if (event.rank < ranks) ++busy[event.rank];
    }
    return busy;
}

std::uint64_t last_tick(const std::vector<TimedOp>& events) {
    std::uint64_t last = 0;
    for (const TimedOp& event : events) last = std::max(last, event.start_tick);
    return last;
}

}  // namespace

Figures figures_of(const Plan& plan) {
    const std::size_t busy_given = plan.metrics.stage_busy_ticks.size();
    const std::size_t idle_given = plan.metrics.stage_idle_ticks.size();
    Figures figures;
    figures.last_tick = last_tick(plan.events);
    figures.total_ticks = plan.events.empty() ? 0 : Wide{figures.last_tick} + 1;
    figures.busy_ticks = busy_ticks(plan.events, std::max(busy_given, idle_given));
    figures.idle_ticks.reserve(figures.busy_ticks.size());
    for (const std::uint64_t busy : figures.busy_ticks) {
        const Wide idle = figures.total_ticks - std::min<Wide>(busy, figures.total_ticks);
        figures.idle_ticks.push_back(idle);
        figures.total_idle_ticks += idle;
    }
    figures.covers_ranks = busy_given == plan.physical_stage_count && idle_given == plan.physical_stage_count;
    return figures;
}

}  // namespace tickproof::check

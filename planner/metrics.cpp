#include "planner/metrics.h"

#include <algorithm>
#include <numeric>

#include "planner/model/limits.h"

namespace tickproof {
namespace {

std::uint64_t total_ticks(std::span<const TimedOp> events) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : events) ticks = std::max(ticks, saturating_add(op.start_tick, 1));
    return ticks;
}

float bubble_fraction(const PlanMetrics& metrics, std::uint64_t stage_count) {
    const auto& idle = metrics.stage_idle_ticks;
    const std::uint64_t idle_slots = std::accumulate(idle.begin(), idle.end(), std::uint64_t{0}, saturating_add);
    const std::uint64_t slots = std::max<std::uint64_t>(saturating_mul(metrics.total_ticks, stage_count), 1);
    return static_cast<float>(idle_slots) / static_cast<float>(slots);
}

}  // namespace

PlanMetrics plan_metrics(std::uint64_t stage_count, std::span<const TimedOp> events) {
    PlanMetrics metrics;
    metrics.total_ticks = total_ticks(events);
    metrics.total_events = events.size();
    metrics.stage_busy_ticks.assign(stage_count, 0);
    for (const TimedOp& op : events) ++metrics.stage_busy_ticks.at(op.rank);
    metrics.stage_idle_ticks.reserve(stage_count);
    for (const std::uint64_t busy : metrics.stage_busy_ticks) {
        metrics.stage_idle_ticks.push_back(metrics.total_ticks - std::min(busy, metrics.total_ticks));
    }
    metrics.bubble_fraction = bubble_fraction(metrics, stage_count);
    return metrics;
}

}  // namespace tickproof

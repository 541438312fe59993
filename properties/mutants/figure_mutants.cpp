// Faults in the figures that a plan claims: metrics, exact-metrics.
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "properties/mutants/edit.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {

namespace {

using check::Rule;

std::optional<Plan> edited(const Plan& base, void (*edit)(PlanMetrics&)) {
    Plan plan = base;
    edit(plan.metrics);
    return unless_same(base, std::move(plan));
}

template <auto field, int change>
std::optional<Plan> off(const Plan& base) {
    return edited(base, [](PlanMetrics& m) { m.*field += static_cast<std::uint64_t>(change); });
}

template <auto field, int change>
std::optional<Plan> off_on_last_rank(const Plan& base) {
    return edited(base, [](PlanMetrics& m) { (m.*field).back() += static_cast<std::uint64_t>(change); });
}

using M = PlanMetrics;

constexpr auto all = std::to_array<PlanMutant>({
    {"total_ticks_is_the_last_tick", "metrics.total_ticks", Rule::metrics, off<&M::total_ticks, -1>},
    {"total_ticks_one_too_many", "metrics.total_ticks", Rule::metrics, off<&M::total_ticks, 1>},
    {"total_events_one_too_few", "metrics.total_events", Rule::metrics, off<&M::total_events, -1>},
    {"total_events_are_the_forwards", "metrics.total_events", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.total_events /= 2; }); }},
    {"busy_one_too_few", "metrics.stage_busy_ticks", Rule::metrics, off_on_last_rank<&M::stage_busy_ticks, -1>},
    {"busy_of_the_last_rank_missing", "metrics.stage_busy_ticks", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.stage_busy_ticks.pop_back(); }); }},
    {"busy_of_a_rank_too_many", "metrics.stage_busy_ticks", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.stage_busy_ticks.push_back(0); }); }},
    {"idle_one_too_many", "metrics.stage_idle_ticks", Rule::metrics, off_on_last_rank<&M::stage_idle_ticks, 1>},
    {"idle_of_the_last_rank_missing", "metrics.stage_idle_ticks", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.stage_idle_ticks.pop_back(); }); }},
    {"busy_and_idle_exchanged", "metrics.stage_busy_ticks", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { std::swap(m.stage_busy_ticks, m.stage_idle_ticks); }); }},
    {"bubble_is_the_busy_share", "metrics.bubble_fraction", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.bubble_fraction = 1.0F - m.bubble_fraction; }); }},
    {"bubble_in_percent", "metrics.bubble_fraction", Rule::metrics,
     [](const Plan& base) { return edited(base, [](M& m) { m.bubble_fraction *= 100.0F; }); }},
    {"bubble_is_no_number", "metrics.bubble_fraction", Rule::metrics,
     [](const Plan& base) {
         return edited(base, [](M& m) { m.bubble_fraction = std::numeric_limits<float>::quiet_NaN(); });
     }},
    {"bubble_one_ulp_up", "metrics.bubble_fraction", Rule::exact_metrics,
     [](const Plan& base) {
         return edited(base, [](M& m) { m.bubble_fraction = std::nextafter(m.bubble_fraction, 1.0F); });
     }},
    {"bubble_one_ulp_down", "metrics.bubble_fraction", Rule::exact_metrics,
     [](const Plan& base) {
         return edited(base, [](M& m) { m.bubble_fraction = std::nextafter(m.bubble_fraction, -1.0F); });
     }},
    {"bubble_to_six_digits", "metrics.bubble_fraction", Rule::exact_metrics,
     [](const Plan& base) {
         return edited(base, [](M& m) { m.bubble_fraction = std::round(m.bubble_fraction * 1e6F) / 1e6F; });
     }},
    {"bubble_is_minus_zero", "metrics.bubble_fraction", Rule::exact_metrics,
     [](const Plan& base) -> std::optional<Plan> {
         if (base.metrics.bubble_fraction != 0.0F) return std::nullopt;
         Plan plan = base;  // equal to the base by ==, but not bit for bit
         plan.metrics.bubble_fraction = -0.0F;
         return plan;
     }},
});

}  // namespace

std::span<const PlanMutant> figure_mutants() { return all; }

}  // namespace tickproof::mutants

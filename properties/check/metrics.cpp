// The figures that a plan claims are those of its events.
#include <cmath>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

constexpr double bubble_tolerance = 1e-6;

template <class Found, class Claimed>
void compare(Report& report, const char* name, Claimed claimed, Found found) {
    if (claimed == found) return;
    report.add(Rule::metrics, [&] {
        return std::pair{std::string("metrics"), fmt::format("{} is {}, but the events give {}", name, claimed, found)};
    });
}

template <class Found>
void compare_ranks(Report& report, const Plan& plan, const char* name, const std::vector<std::uint64_t>& claimed,
                   const std::vector<Found>& found) {
    if (claimed.size() != plan.physical_stage_count) {
        report.add(Rule::metrics, [&] {
            return std::pair{std::string("metrics"),
                             fmt::format("{} is given for {}, but there are {}", name, counted(claimed.size(), "rank"),
                                         counted(plan.physical_stage_count, "rank"))};
        });
    }
    for (std::size_t rank = 0; rank < claimed.size(); ++rank) {
        if (claimed[rank] == found[rank]) continue;
        report.add(Rule::metrics, [&] {
            return std::pair{std::string("metrics"), fmt::format("{} of rank {} is {}, but the events give {}", name,
                                                                 rank, claimed[rank], found[rank])};
        });
    }
}

double bubble(const Figures& figures) {
    return figures.slots() == 0 ? 0.0
                                : static_cast<double>(figures.total_idle_ticks) / static_cast<double>(figures.slots());
}

void compare_bubble(Report& report, const Plan& plan, const Figures& figures) {
    const double found = bubble(figures);
    const float claimed = plan.metrics.bubble_fraction;
    if (std::abs(static_cast<double>(claimed) - found) <= bubble_tolerance) return;  // no number fails this too
    report.add(Rule::metrics, [&] {
        return std::pair{std::string("metrics"),
                         fmt::format("bubble_fraction is {}, but {} idle of {} ticks of all ranks give {:.7f}", claimed,
                                     figures.total_idle_ticks, figures.slots(), found)};
    });
}

}  // namespace

Report metrics(const Plan& plan, const Figures& figures) {
    Report report;
    const PlanMetrics& claimed = plan.metrics;
    compare(report, "total_ticks", claimed.total_ticks, figures.total_ticks);
    compare(report, "total_events", claimed.total_events, plan.events.size());
    compare_ranks(report, plan, "stage_busy_ticks", claimed.stage_busy_ticks, figures.busy_ticks);
    compare_ranks(report, plan, "stage_idle_ticks", claimed.stage_idle_ticks, figures.idle_ticks);
    if (figures.covers_ranks) compare_bubble(report, plan, figures);
    return report;
}

}  // namespace tickproof::check

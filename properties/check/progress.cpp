// In unit time and without latency some op is always ready while work remains: no tick passes without one.
#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

// One violation for each run of ticks without an op: the run may be 2^63 ticks long.
void judge_gap(Report& report, std::uint64_t first, std::uint64_t end) {
    if (first >= end) return;
    report.add(Rule::progress, [&] {
        const std::string where =
            end - first == 1 ? fmt::format("tick {}", first) : fmt::format("ticks {}-{}", first, end - 1);
        return std::pair{where, fmt::format("nothing runs in {}, but work remains for tick {}", where, end)};
    });
}

template <class Ticks>
Report judge_ticks(const Ticks& sorted_ticks) {
    Report report;
    std::uint64_t next = 0;  // the earliest tick that may be without an op
    for (const std::uint64_t tick : sorted_ticks) {
        judge_gap(report, next, tick);
        next = saturating_add(tick, 1);
    }
    return report;
}

}  // namespace

Report progress(const Plan& plan) {
    const auto ticks = plan.events | std::views::transform(&TimedOp::start_tick);
    if (std::ranges::is_sorted(ticks)) return judge_ticks(ticks);
    std::vector<std::uint64_t> sorted(ticks.begin(), ticks.end());
    std::ranges::sort(sorted);
    return judge_ticks(sorted);
}

}  // namespace tickproof::check

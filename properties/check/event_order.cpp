// The production planner lists its events tick by tick, and within a tick rank by rank.
#include <tuple>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

Report event_order(const Plan& plan) {
    Report report;
    for (std::size_t position = 1; position < plan.events.size(); ++position) {
        const TimedOp& before = plan.events[position - 1];
        const TimedOp& after = plan.events[position];
        if (std::tie(before.start_tick, before.rank) <= std::tie(after.start_tick, after.rank)) continue;
        report.add(Rule::event_order, [&] {
            return std::pair{event_place(position),
                             fmt::format("tick {} rank {} is listed after tick {} rank {}", after.start_tick,
                                         after.rank, before.start_tick, before.rank)};
        });
    }
    return report;
}

}  // namespace tickproof::check

#include "smt/recheck/witness.h"

#include <algorithm>

#include <fmt/format.h>

#include "properties/check/check.h"

namespace tickproof::recheck {

namespace {

[[nodiscard]] std::uint64_t makespan(const Problem& problem, const Schedule& schedule) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : schedule) {
        ticks = std::max(ticks, saturating_add(op.start_tick, problem.duration(op.kind)));
    }
    return ticks;
}

}  // namespace

Verdict check_witness(const Problem& problem, std::uint64_t upper, const Schedule& schedule) {
    const check::Report report = check::check_schedule(problem, schedule);
    if (!report.valid()) {
        const check::Violation& first = report.violations().front();
        return NotEstablished{
            fmt::format("schedule: {}: {}: {}", check::text(first.rule).id, first.place, first.witness)};
    }
    const std::uint64_t ticks = makespan(problem, schedule);
    if (ticks != upper) return NotEstablished{fmt::format("schedule: it takes {} ticks, not {}", ticks, upper)};
    return Established{};
}

}  // namespace tickproof::recheck

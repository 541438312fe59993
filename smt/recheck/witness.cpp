#include "smt/recheck/witness.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "properties/check/check.h"

namespace tickproof::recheck {

namespace {

// None if it is beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> makespan(const Problem& problem, const Schedule& schedule) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : schedule) {
        std::uint64_t end = 0;
        if (__builtin_add_overflow(op.start_tick, problem.duration(op.kind), &end)) return std::nullopt;
        ticks = std::max(ticks, end);
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
    const std::optional<std::uint64_t> ticks = makespan(problem, schedule);
    if (!ticks) return NotEstablished{"schedule: it takes 2^64 ticks or more"};
    if (*ticks != upper) return NotEstablished{fmt::format("schedule: it takes {} ticks, not {}", *ticks, upper)};
    return Established{};
}

}  // namespace tickproof::recheck

// A rank never holds more activations than the cap: forwards done whose B (or W) is not.
#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

struct InFlight {
    std::int64_t count = 0;  // below zero where a backward comes before its forward, which is dependency's matter
};

}  // namespace

Report in_flight_cap(const Subject& subject, const RankOrder& order) {
    Report report;
    if (!subject.problem.max_in_flight) return report;
    const std::uint64_t cap = *subject.problem.max_in_flight;
    order.each<InFlight>([&](InFlight& in_flight, std::uint32_t position) {
        const TimedOp& op = subject.ops[position];
        if (op.kind == OpKind::backward || op.kind == OpKind::backward_weight) --in_flight.count;
        if (op.kind != OpKind::forward) return;
        ++in_flight.count;
        if (in_flight.count <= 0 || static_cast<std::uint64_t>(in_flight.count) <= cap) return;
        report.add(Rule::in_flight_cap, [&] {
            return std::pair{subject.place_of(position),
                             fmt::format("{} is in-flight activation {} of rank {} at tick {}, but the cap is {}",
                                         op_words(op), in_flight.count, op.rank, op.start_tick, cap)};
        });
    });
    return report;
}

}  // namespace tickproof::check

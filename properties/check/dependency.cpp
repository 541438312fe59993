// An op starts no earlier than the results that it needs are usable.
//
// Ticks come from outside and may lie near 2^64, so times are subtracted, never added.
#include <fmt/format.h>

#include "properties/check/inputs.h"
#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

std::string too_early(const Problem& problem, const TimedOp& from, const TimedOp& to) {
    const std::uint64_t end = saturating_add(from.start_tick, problem.duration(from.kind));
    std::string words = fmt::format("{} starts at tick {}, but {} (rank {}) ends at tick {}", op_words(to),
                                    to.start_tick, op_words(from), from.rank, end);
    if (from.rank != to.rank && problem.hop_latency_ticks > 0) {
        words += fmt::format(" and takes {} to reach rank {}", counted(problem.hop_latency_ticks, "tick"), to.rank);
    }
    return words;
}

bool is_usable(const Problem& problem, const TimedOp& from, const TimedOp& to) {
    return to.start_tick >= from.start_tick && to.start_tick - from.start_tick >= ticks_until_usable(problem, from, to);
}

}  // namespace

Report dependency(const Subject& subject, const OpIndex& index) {
    Report report;
    for (std::size_t position = 0; position < subject.ops.size(); ++position) {
        const TimedOp& op = subject.ops[position];
        each_input(index, op, [&](std::uint32_t input) {
            const TimedOp& from = subject.ops[input];
            if (is_usable(subject.problem, from, op)) return;
            report.add(Rule::dependency,
                       [&] { return std::pair{subject.place_of(position), too_early(subject.problem, from, op)}; });
        });
    }
    return report;
}

}  // namespace tickproof::check

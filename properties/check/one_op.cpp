// A rank runs one op at a time: from its start until its duration is over, no other op of the rank starts.
#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

// The op of a rank that ends last so far, which need not be the one that started last.
struct Busy {
    std::uint64_t start = 0;
    std::uint64_t duration = 0;
    std::uint32_t position = OpIndex::none;
};

std::string both_words(const TimedOp& running, const TimedOp& next, std::uint64_t duration) {
    return fmt::format("rank {} runs {} from tick {} for {}, and {} starts at tick {}", next.rank, op_words(running),
                       running.start_tick, counted(duration, "tick"), op_words(next), next.start_tick);
}

}  // namespace

Report one_op(const Subject& subject, const RankOrder& order) {
    Report report;
    order.each<Busy>([&](Busy& busy, std::uint32_t position) {
        const TimedOp& op = subject.ops[position];
        const std::uint64_t duration = subject.problem.duration(op.kind);
        const bool overlaps = op.start_tick - busy.start < busy.duration;
        if (overlaps) {
            report.add(Rule::one_op, [&] {
                return std::pair{subject.place_of(position), both_words(subject.ops[busy.position], op, busy.duration)};
            });
        }
        if (!overlaps || saturating_add(op.start_tick, duration) >= saturating_add(busy.start, busy.duration)) {
            busy = {op.start_tick, duration, position};
        }
    });
    return report;
}

}  // namespace tickproof::check

#include "smt/recheck/construction.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::recheck {

namespace {

// A rank never holds more activations than it runs forwards, so that a cap of V·M is none.
[[nodiscard]] bool is_capped(const Problem& problem) {
    return problem.max_in_flight && *problem.max_in_flight < problem.chunks * problem.microbatches;
}

[[nodiscard]] bool applies(const Problem& problem) {
    return problem.placement.kind() == Placement::Kind::loop && problem.backward_form == BackwardForm::full &&
           problem.durations.forward == 1 && problem.durations.backward == 1 && problem.hop_latency_ticks == 0 &&
           !is_capped(problem);
}

}  // namespace

Verdict check_construction(const Problem& problem, std::uint64_t upper) {
    if (!applies(problem)) {
        return NotEstablished{
            "construction: there is one in unit time, without latency, with loop placement, with full backward, and "
            "with no cap or one of V*M at least"};
    }
    const auto [fewer, more] = std::minmax(problem.microbatches, problem.ranks);
    // Not above 2(V M S + ...), which soundness keeps far from 2^64.
    const std::uint64_t ticks = 2 * (problem.chunks * more + fewer - 1);
    if (ticks != upper) return NotEstablished{fmt::format("construction: it takes {} ticks, not {}", ticks, upper)};
    return Established{};
}

}  // namespace tickproof::recheck

#include "smt/recheck/in_flight_bound.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "smt/recheck/chain.h"
#include "smt/recheck/rank_stages.h"

namespace tickproof::recheck {

namespace {

struct Found {
    bool has_stage = false;  // the bound's own is one of the rank's
    std::uint64_t head = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t tail = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t held = 0;  // saturating
};

[[nodiscard]] Found held_by_rank(const Problem& problem, const certificate::InFlightBound& bound) {
    const Chain chain(problem);
    const bool is_split = problem.backward_form == BackwardForm::split;
    const OpKind frees = is_split ? OpKind::backward_weight : OpKind::backward;
    Found found;
    for (const std::uint64_t stage : stages_of_rank(problem, bound.rank)) {
        if (stage < bound.stage) continue;
        found.has_stage = found.has_stage || stage == bound.stage;
        found.head = std::min(found.head, chain.head(OpKind::forward, stage));
        found.tail = std::min(found.tail, chain.tail(frees, stage));
        found.held = saturating_add(found.held, chain.hold(stage));
    }
    found.held = saturating_mul(found.held, problem.microbatches);
    return found;
}

}  // namespace

Verdict check_in_flight_bound(const Problem& problem, std::uint64_t lower, const certificate::InFlightBound& bound) {
    if (!problem.max_in_flight) return NotEstablished{"in_flight: the problem has no cap"};
    if (bound.rank >= problem.ranks) return NotEstablished{fmt::format("in_flight: there is no rank {}", bound.rank)};
    if (problem.chunks > most_stages_listed) {
        return Undecided{
            fmt::format("in_flight: the rank holds {} stages, the limit is {}", problem.chunks, most_stages_listed)};
    }
    const Found found = held_by_rank(problem, bound);
    if (!found.has_stage) {
        return NotEstablished{fmt::format("in_flight: rank {} does not hold stage {}", bound.rank, bound.stage)};
    }
    if (found.held == std::numeric_limits<std::uint64_t>::max()) {
        return Undecided{"in_flight: the activations are held for 2^64 ticks or more, which is the limit"};
    }
    if (found.head != bound.head || found.tail != bound.tail || found.held != bound.held) {
        return NotEstablished{fmt::format("in_flight: head {}, tail {}, held {}, not head {}, tail {}, held {}",
                                          found.head, found.tail, found.held, bound.head, bound.tail, bound.held)};
    }
    const std::uint64_t cap = *problem.max_in_flight;
    const std::uint64_t rounds = found.held / cap + (found.held % cap > 0 ? 1 : 0);
    const std::uint64_t ticks = saturating_add(found.head + found.tail, rounds);
    if (ticks != lower) return NotEstablished{fmt::format("in_flight: it gives {} ticks, not {}", ticks, lower)};
    return Established{};
}

}  // namespace tickproof::recheck

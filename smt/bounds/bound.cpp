#include "smt/bounds/bound.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "planner/model/limits.h"

namespace tickproof {

namespace {

using Classes = std::span<const OpClass>;

std::vector<std::vector<OpClass>> by_rank(const Problem& problem, Classes classes) {
    std::vector<std::vector<OpClass>> ranks(problem.ranks);
    for (const OpClass& one : classes) ranks[one.rank].push_back(one);
    return ranks;
}

std::uint64_t chunks_with(const std::vector<OpClass>& classes, std::uint64_t head, std::uint64_t tail) {
    std::set<std::uint32_t> stages;
    for (const OpClass& one : classes) {
        if (one.head >= head && one.tail >= tail) stages.insert(one.stage);
    }
    return stages.size();
}

// For each head, tails are tried from the longest on, so that the load only grows.
LoadBound best_load_bound(std::vector<OpClass> classes, std::uint64_t rank, std::uint64_t microbatches,
                          std::size_t stride) {
    std::ranges::stable_sort(classes, std::ranges::greater{}, &OpClass::tail);
    LoadBound best{.rank = rank};
    for (std::size_t first = 0; first < classes.size(); first += stride) {
        const std::uint64_t head = classes[first].head;
        std::uint64_t load = 0;
        for (const OpClass& last : classes) {
            if (last.head < head) continue;
            load += microbatches * last.duration;
            const LoadBound bound{rank, 0, head, last.tail, load};
            // Of equal ones the first: the last ops of a run of equal tails complete its load.
            if (bound.ticks() > best.ticks()) best = bound;
        }
    }
    best.chunks = chunks_with(classes, best.head, best.tail);
    return best;
}

// An activation is held from its forward to its B, or its W.
struct Holding {
    std::uint64_t stage;
    std::uint64_t head;   // of the forward
    std::uint64_t tail;   // of the backward
    std::uint64_t ticks;  // at least
};

std::vector<Holding> holdings_of(const std::vector<OpClass>& classes, BackwardForm form) {
    const OpKind last = form == BackwardForm::split ? OpKind::backward_weight : OpKind::backward;
    std::vector<Holding> holdings;
    for (const OpClass& forward : classes) {
        if (forward.kind != OpKind::forward) continue;
        const auto backward = std::ranges::find_if(
            classes, [&](const OpClass& other) { return other.kind == last && other.stage == forward.stage; });
        holdings.push_back(
            {forward.stage, forward.head, backward->tail, backward->head - forward.head + backward->duration});
    }
    return holdings;
}

constexpr std::uint64_t max_held = std::uint64_t{1} << 62;

InFlightBound best_in_flight_bound(const std::vector<OpClass>& classes, std::uint64_t rank, const Problem& problem) {
    const std::uint64_t cap = *problem.max_in_flight;
    InFlightBound best{.rank = rank, .cap = cap};
    const std::vector<Holding> holdings = holdings_of(classes, problem.backward_form);
    InFlightBound suffix{.rank = rank, .cap = cap};
    for (auto holding = holdings.rbegin(); holding != holdings.rend(); ++holding) {
        const bool is_first = holding == holdings.rbegin();
        const std::uint64_t held = saturating_add(suffix.held, saturating_mul(problem.microbatches, holding->ticks));
        if (held >= max_held) break;  // a bound over fewer stages holds too
        suffix = {.rank = rank,
                  .stage = holding->stage,
                  .head = is_first ? holding->head : std::min(suffix.head, holding->head),
                  .tail = is_first ? holding->tail : std::min(suffix.tail, holding->tail),
                  .held = held,
                  .cap = cap};
        if (suffix.ticks() > best.ticks()) best = suffix;
    }
    return best;
}

// Each head and tail make a bound. There are a tenth of a second's worth of pairs to try; of more, every so many-th
// head is taken.
std::size_t stride_of(const std::vector<std::vector<OpClass>>& ranks) {
    constexpr std::uint64_t max_pairs = std::uint64_t{1} << 27;
    std::uint64_t pairs = 0;
    for (const auto& classes : ranks) pairs = saturating_add(pairs, saturating_mul(classes.size(), classes.size()));
    return 1 + pairs / max_pairs;
}

// The first of equal ones.
template <class OneBound>
OneBound larger(const OneBound& first, const OneBound& second) {
    return second.ticks() > first.ticks() ? second : first;
}

}  // namespace

std::uint64_t ticks(const Bound& bound) {
    return std::visit([](const auto& one) { return one.ticks(); }, bound);
}

bool has_closed_form(const Problem& problem) {
    const Durations& ticks = problem.durations;
    // A rank holds V activations of each microbatch at the most.
    const bool is_capped =
        problem.max_in_flight && *problem.max_in_flight < saturating_mul(problem.chunks, problem.microbatches);
    return problem.placement == Placement::loop(problem.ranks) && problem.backward_form == BackwardForm::full &&
           ticks.forward == 1 && ticks.backward == 1 && problem.hop_latency_ticks == 0 && !is_capped;
}

LoadBound unit_time_bound(const Problem& problem) {
    const std::uint64_t chunks = problem.microbatches >= problem.ranks ? problem.chunks : 1;
    const std::uint64_t before = (problem.chunks - chunks) * problem.ranks + problem.ranks - 1;
    return {problem.ranks - 1, chunks, before, before, 2 * chunks * problem.microbatches};
}

Bound best_bound(const Problem& problem, Classes classes) {
    const std::vector<std::vector<OpClass>> ranks = by_rank(problem, classes);
    const std::size_t stride = stride_of(ranks);
    LoadBound load;
    InFlightBound in_flight;
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
        if (ranks[rank].empty()) continue;
        load = larger(load, best_load_bound(ranks[rank], rank, problem.microbatches, stride));
        if (problem.max_in_flight) in_flight = larger(in_flight, best_in_flight_bound(ranks[rank], rank, problem));
    }
    if (in_flight.ticks() > load.ticks()) return in_flight;
    return load;
}

}  // namespace tickproof

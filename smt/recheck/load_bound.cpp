#include "smt/recheck/load_bound.h"

#include <array>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "smt/recheck/chain.h"
#include "smt/recheck/rank_stages.h"

namespace tickproof::recheck {

namespace {

constexpr std::array full_kinds{OpKind::forward, OpKind::backward};
constexpr std::array split_kinds{OpKind::forward, OpKind::backward_input, OpKind::backward_weight};

[[nodiscard]] std::span<const OpKind> kinds_of(const Problem& problem) {
    if (problem.backward_form == BackwardForm::full) return full_kinds;
    return split_kinds;
}

struct Found {
    std::uint64_t chunks = 0;
    std::uint64_t load = 0;
};

// Of one microbatch, on one stage, the ops that start at `head` or later and are followed by `tail` or more.
[[nodiscard]] std::uint64_t load_of_stage(const Problem& problem, const Chain& chain, std::uint64_t stage,
                                          const certificate::LoadBound& bound) {
    std::uint64_t load = 0;
    for (const OpKind kind : kinds_of(problem)) {
        if (chain.head(kind, stage) >= bound.head && chain.tail(kind, stage) >= bound.tail) {
            load += problem.duration(kind);
        }
    }
    return load;
}

[[nodiscard]] Found load_of_rank(const Problem& problem, const certificate::LoadBound& bound) {
    const Chain chain(problem);
    Found found;
    for (const std::uint64_t stage : stages_of_rank(problem, bound.rank)) {
        const std::uint64_t load = load_of_stage(problem, chain, stage, bound);
        found.chunks += load > 0 ? 1 : 0;
        found.load += load;
    }
    found.load *= problem.microbatches;
    return found;
}

}  // namespace

Verdict check_load_bound(const Problem& problem, std::uint64_t lower, const certificate::LoadBound& bound) {
    if (bound.rank >= problem.ranks) return NotEstablished{fmt::format("bound: there is no rank {}", bound.rank)};
    if (problem.chunks > most_stages_listed) {
        return Undecided{
            fmt::format("bound: the rank holds {} stages, the limit is {}", problem.chunks, most_stages_listed)};
    }
    const Found found = load_of_rank(problem, bound);
    if (found.chunks == 0) {
        return NotEstablished{
            fmt::format("bound: no op of rank {} has head {} and tail {} or more", bound.rank, bound.head, bound.tail)};
    }
    if (found.load != bound.load || found.chunks != bound.chunks) {
        return NotEstablished{fmt::format("bound: {} stages of rank {} have a load of {}, not {} of {}", found.chunks,
                                          bound.rank, found.load, bound.chunks, bound.load)};
    }
    // Some op has such a head and tail, so neither is large.
    const std::uint64_t ticks = bound.head + bound.load + bound.tail;
    if (ticks != lower) return NotEstablished{fmt::format("bound: it gives {} ticks, not {}", ticks, lower)};
    return Established{};
}

}  // namespace tickproof::recheck

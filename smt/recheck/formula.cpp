#include "smt/recheck/formula.h"

#include <map>
#include <vector>

#include <fmt/format.h>

#include "smt/recheck/cap_clauses.h"
#include "smt/recheck/variables.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

namespace {

// What a variable costs whoever looks for a contradiction: two lists of clauses and what is known of it.
constexpr std::uint64_t bytes_of_variable = 64;

// Calls visit(c, m) for every op, until there is no more room.
template <class Visit>
void each_op(const Timeline& timeline, const ClauseList& clauses, Visit visit) {
    for (std::size_t c = 0; c < timeline.classes.size(); ++c) {
        for (std::size_t m = 0; m < timeline.microbatches && !clauses.full(); ++m) visit(c, m);
    }
}

// Group 1: who starts at t + 1 or later starts at t or later.
void add_order_clauses(const Timeline& timeline, const Variables& is, ClauseList& clauses) {
    each_op(timeline, clauses, [&](std::size_t c, std::size_t m) {
        const std::int64_t latest = timeline.windows.latest(c, m);
        for (std::int64_t t = timeline.windows.earliest(c, m) + 1; t < latest; ++t) {
            clauses.add({is.starts_from(c, m, t + 1)}, {is.starts_from(c, m, t)});
        }
    });
}

// Group 2: the lag to the class before.
void add_lag_clauses(const Timeline& timeline, const Variables& is, ClauseList& clauses) {
    each_op(timeline, clauses, [&](std::size_t c, std::size_t m) {
        if (!timeline.classes[c].before) return;
        const std::uint32_t p = *timeline.classes[c].before;
        const std::int64_t latest = timeline.windows.latest(p, m);
        for (std::int64_t t = timeline.windows.earliest(p, m) + 1; t <= latest; ++t) {
            clauses.add({is.starts_from(p, m, t)}, {is.starts_from(c, m, t + timeline.classes[c].lag)});
        }
    });
}

// Group 3: microbatches in index order.
void add_microbatch_clauses(const Timeline& timeline, const Variables& is, ClauseList& clauses) {
    each_op(timeline, clauses, [&](std::size_t c, std::size_t m) {
        if (m + 1 == timeline.microbatches) return;
        const std::int64_t latest = timeline.windows.latest(c, m);
        for (std::int64_t t = timeline.windows.earliest(c, m) + 1; t <= latest; ++t) {
            clauses.add({is.starts_from(c, m, t)}, {is.starts_from(c, m + 1, t + timeline.classes[c].duration)});
        }
    });
}

// Group 4: a rank is busy while an op runs.
void add_busy_clauses(const Timeline& timeline, const Variables& is, ClauseList& clauses) {
    each_op(timeline, clauses, [&](std::size_t c, std::size_t m) {
        const std::int64_t duration = timeline.classes[c].duration;
        const std::int64_t end = timeline.windows.latest(c, m) + duration;
        for (std::int64_t t = timeline.windows.earliest(c, m); t < end; ++t) {
            clauses.add({is.starts_from(c, m, t - duration + 1)}, {is.starts_from(c, m, t + 1), is.busy(c, t)});
        }
    });
}

void add_pairs(const std::vector<std::size_t>& classes, std::int64_t tick, const Variables& is, ClauseList& clauses) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const Literal first = is.busy(classes[i], tick);
        if (first == never) continue;
        for (std::size_t j = i + 1; j < classes.size(); ++j) clauses.add({first, is.busy(classes[j], tick)}, {});
    }
}

// Group 5: with one class at a time.
void add_rank_clauses(const Timeline& timeline, const Variables& is, ClauseList& clauses, Steps& steps) {
    std::map<std::uint32_t, std::vector<std::size_t>> ranks;
    for (std::size_t c = 0; c < timeline.classes.size(); ++c) ranks[timeline.classes[c].rank].push_back(c);
    for (const auto& [rank, classes] : ranks) {
        for (std::int64_t tick = 0; tick < timeline.horizon; ++tick) {
            steps.take(classes.size() * classes.size());
            if (clauses.full() || steps.exhausted()) return;
            add_pairs(classes, tick, is, clauses);
        }
    }
}

void add_all(const Timeline& timeline, const Problem& problem, ClauseList& clauses, Steps& steps) {
    const Variables variables(timeline, clauses);
    add_order_clauses(timeline, variables, clauses);
    add_lag_clauses(timeline, variables, clauses);
    add_microbatch_clauses(timeline, variables, clauses);
    add_busy_clauses(timeline, variables, clauses);
    add_rank_clauses(timeline, variables, clauses, steps);
    if (problem.max_in_flight) add_cap_clauses(timeline, *problem.max_in_flight, variables, clauses, steps);
}

}  // namespace

std::expected<Formula, Undecided> formula_of(const Problem& problem, std::uint64_t horizon_ticks,
                                             std::uint64_t memory_bytes, Steps& steps) {
    const std::expected<Timeline, Undecided> timeline = timeline_of(problem, horizon_ticks);
    if (!timeline) return std::unexpected(timeline.error());
    ClauseList clauses(memory_bytes / bytes_of_variable, memory_bytes / sizeof(std::int32_t));
    if (timeline->windows.some_is_empty()) {
        clauses.add({}, {});
    } else {
        add_all(*timeline, problem, clauses, steps);
    }
    if (steps.exhausted()) return std::unexpected(steps.undecided("formula"));
    if (clauses.full()) {
        return std::unexpected(Undecided{fmt::format("formula: more than {} variables or {} literals, the limit",
                                                     clauses.most_variables(), clauses.most_literals())});
    }
    return clauses.take();
}

}  // namespace tickproof::recheck

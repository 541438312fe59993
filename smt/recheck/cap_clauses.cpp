#include "smt/recheck/cap_clauses.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace tickproof::recheck {

namespace {

// The k-th literal, from 1 on, means "at least k".
using Count = std::vector<Literal>;

[[nodiscard]] Literal at_least(const Count& count, std::size_t k) {
    if (k == 0) return always;
    return k <= count.size() ? count[k - 1] : never;
}

[[nodiscard]] Count sum_of(const Count& x, const Count& y, ClauseList& clauses) {
    const auto is_true = [](Literal literal) { return literal == always; };
    const auto is_possible = [](Literal literal) { return literal != never; };
    const auto surely = static_cast<std::size_t>(std::ranges::count_if(x, is_true) + std::ranges::count_if(y, is_true));
    const auto possibly =
        static_cast<std::size_t>(std::ranges::count_if(x, is_possible) + std::ranges::count_if(y, is_possible));
    Count sum(x.size() + y.size(), never);
    for (std::size_t k = 0; k < possibly; ++k) sum[k] = k < surely ? always : clauses.new_variables(1);
    return sum;
}

// A count of each class of one kind on a rank at one tick, and what adding two of them says.
class RankCounts {
public:
    RankCounts(const Timeline& timeline, const Variables& variables, ClauseList& clauses, Steps& steps)
        : timeline_(timeline), variables_(variables), clauses_(clauses), steps_(steps) {}

    // At least so many have started: the sum is not less than its parts say.
    [[nodiscard]] Count forwards(const std::vector<std::size_t>& classes, std::int64_t tick) {
        return sum(classes, tick, [this](const Count& x, const Count& y, const Count& z) {
            for (std::size_t i = 0; i <= x.size(); ++i) {
                for (std::size_t j = i == 0 ? 1 : 0; j <= y.size(); ++j) {
                    clauses_.add({at_least(x, i), at_least(y, j)}, {at_least(z, i + j)});
                }
            }
        });
    }
    // At most so many have started: the sum is not more than its parts say.
    [[nodiscard]] Count backwards(const std::vector<std::size_t>& classes, std::int64_t tick) {
        return sum(classes, tick, [this](const Count& x, const Count& y, const Count& z) {
            for (std::size_t i = 0; i <= x.size(); ++i) {
                for (std::size_t j = 0; j <= y.size() && i + j < z.size(); ++j) {
                    clauses_.add({at_least(z, i + j + 1)}, {at_least(x, i + 1), at_least(y, j + 1)});
                }
            }
        });
    }

private:
    [[nodiscard]] Count started(std::size_t of_class, std::int64_t tick) const {
        Count count(timeline_.microbatches);
        for (std::size_t m = 0; m < count.size(); ++m) count[m] = -variables_.starts_from(of_class, m, tick + 1);
        return count;
    }
    template <class AddClauses>
    [[nodiscard]] Count sum(const std::vector<std::size_t>& classes, std::int64_t tick, AddClauses add_clauses) {
        Count total = started(classes.front(), tick);
        steps_.take(total.size());
        for (std::size_t i = 1; i < classes.size() && !clauses_.full() && !steps_.exhausted(); ++i) {
            const Count next = started(classes[i], tick);
            Count both = sum_of(total, next, clauses_);
            add_clauses(total, next, both);
            steps_.take((total.size() + 1) * (next.size() + 1));
            total = std::move(both);
        }
        return total;
    }

    const Timeline& timeline_;
    const Variables& variables_;
    ClauseList& clauses_;
    Steps& steps_;
};

struct OnRank {
    std::vector<std::size_t> forwards;   // classes, from the lowest stage on
    std::vector<std::size_t> backwards;  // their B or W
};

[[nodiscard]] std::map<std::uint32_t, OnRank> by_rank(const Timeline& timeline) {
    std::map<std::uint32_t, OnRank> ranks;
    for (std::size_t c = 0; c < timeline.classes.size(); ++c) {
        const ClassOfOps& each = timeline.classes[c];
        if (each.kind == OpKind::forward) ranks[each.rank].forwards.push_back(c);
        const bool frees = each.kind == OpKind::backward || each.kind == OpKind::backward_weight;
        if (frees) ranks[each.rank].backwards.push_back(c);
    }
    return ranks;
}

}  // namespace

void add_cap_clauses(const Timeline& timeline, std::uint64_t cap, const Variables& variables, ClauseList& clauses,
                     Steps& steps) {
    RankCounts counts(timeline, variables, clauses, steps);
    for (const auto& [rank, classes] : by_rank(timeline)) {
        for (std::int64_t tick = 0; tick < timeline.horizon; ++tick) {
            const Count forwards = counts.forwards(classes.forwards, tick);
            const Count backwards = counts.backwards(classes.backwards, tick);
            if (clauses.full() || steps.exhausted()) return;
            if (cap >= forwards.size()) continue;
            for (std::size_t k = cap + 1; k <= forwards.size(); ++k) {
                clauses.add({at_least(forwards, k)}, {at_least(backwards, k - cap)});
            }
        }
    }
}

}  // namespace tickproof::recheck

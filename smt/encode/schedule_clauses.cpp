// Starts, lags, order, and that a rank runs one op at a time: groups 1 to 5 of docs/theory.md "The formula".
#include <map>
#include <vector>

#include "smt/encode/clauses.h"

namespace tickproof::encode {

namespace {

class ScheduleClauses {
public:
    ScheduleClauses(const Variables& variables, Clauses& clauses)
        : variables_(variables), windows_(variables.windows()), clauses_(clauses) {}

    void add() {
        for_each_op([&](std::size_t c, std::int64_t m) { add_starts(c, m); });
        for_each_op([&](std::size_t c, std::int64_t m) {
            if (const auto before = windows_.classes()[c].before) add_lag(*before, c, m);
        });
        for_each_op([&](std::size_t c, std::int64_t m) {
            if (m + 1 < windows_.microbatches()) add_order(c, m);
        });
        for_each_op([&](std::size_t c, std::int64_t m) { add_busy(c, m); });
        add_one_op_a_rank();
    }

private:
    template <class Add>
    void for_each_op(const Add& add) {
        for (std::size_t c = 0; c < windows_.classes().size(); ++c) {
            for (std::int64_t m = 0; m < windows_.microbatches() && !clauses_.too_many(); ++m) add(c, m);
        }
    }
    [[nodiscard]] Literal from(std::size_t c, std::int64_t m, std::int64_t t) const {
        return variables_.starts_from(c, m, t);
    }

    void add_starts(std::size_t c, std::int64_t m) {
        const Window window = windows_.of(c, m);
        for (std::int64_t t = window.earliest + 1; t < window.latest; ++t) {
            clauses_.add({-from(c, m, t + 1), from(c, m, t)});
        }
    }
    void add_lag(std::size_t before, std::size_t c, std::int64_t m) {
        const Window window = windows_.of(before, m);
        for (std::int64_t t = window.earliest + 1; t <= window.latest; ++t) {
            clauses_.add({-from(before, m, t), from(c, m, t + windows_.lag(c))});
        }
    }
    void add_order(std::size_t c, std::int64_t m) {
        const Window window = windows_.of(c, m);
        for (std::int64_t t = window.earliest + 1; t <= window.latest; ++t) {
            clauses_.add({-from(c, m, t), from(c, m + 1, t + windows_.duration(c))});
        }
    }
    void add_busy(std::size_t c, std::int64_t m) {
        const Window window = windows_.of(c, m);
        const std::int64_t duration = windows_.duration(c);
        for (std::int64_t t = window.earliest; t < window.latest + duration; ++t) {
            clauses_.add({-from(c, m, t - duration + 1), from(c, m, t + 1), variables_.busy(c, t)});
        }
    }

    void add_one_op_a_rank() {
        std::map<std::uint32_t, std::vector<std::size_t>> classes_by_rank;
        for (std::size_t c = 0; c < windows_.classes().size(); ++c) {
            classes_by_rank[windows_.classes()[c].rank].push_back(c);
        }
        for (const auto& [rank, classes] : classes_by_rank) {
            for (std::int64_t t = 0; t < windows_.horizon(); ++t) add_one_op(classes, t);
        }
    }
    void add_one_op(const std::vector<std::size_t>& classes, std::int64_t t) {
        std::vector<Literal> busy;
        for (const std::size_t c : classes) {
            if (const Literal literal = variables_.busy(c, t); literal != never) busy.push_back(literal);
        }
        for (auto one = busy.begin(); one != busy.end() && !clauses_.too_many(); ++one) {
            for (auto other = one + 1; other != busy.end(); ++other) clauses_.add({-*one, -*other});
        }
    }

    const Variables& variables_;
    const Windows& windows_;
    Clauses& clauses_;
};

}  // namespace

void add_schedule_clauses(const Variables& variables, Clauses& clauses) { ScheduleClauses(variables, clauses).add(); }

}  // namespace tickproof::encode

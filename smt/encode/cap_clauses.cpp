// The cap on in-flight activations, by counting what has started: group 6 of docs/theory.md "The formula".
//
// A forward's count only has to rise with what it counts (x -> z), a backward's only has to fall (z -> x or y): the cap
// is an implication from the one to the other. That halves the clauses of a counter that says both.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "smt/encode/clauses.h"

namespace tickproof::encode {

namespace {

// x_k, k from 1: "at least k". Entries that are true come first, then variables, then entries that are false.
class Count {
public:
    explicit Count(std::vector<Literal> at_least)
        : at_least_(std::move(at_least)),
          sure_(std::ranges::find_if(at_least_, [](Literal x) { return x != always; }) - at_least_.begin()),
          possible_(std::ranges::find(at_least_, never) - at_least_.begin()) {}

    [[nodiscard]] Literal at_least(std::int64_t k) const {
        if (k == 0) return always;
        return k <= size() ? at_least_[static_cast<std::size_t>(k) - 1] : never;
    }
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(at_least_.size()); }
    [[nodiscard]] std::int64_t sure() const { return sure_; }          // how many are true
    [[nodiscard]] std::int64_t possible() const { return possible_; }  // how many are not false

private:
    std::vector<Literal> at_least_;
    std::int64_t sure_;
    std::int64_t possible_;
};

struct ClassesOfRank {
    std::vector<std::size_t> forwards;
    std::vector<std::size_t> backwards;  // B, or W: whatever frees the activation
};

class CapClauses {
public:
    CapClauses(const Variables& variables, std::uint64_t cap, Clauses& clauses)
        : variables_(variables), windows_(variables.windows()), cap_(cap), clauses_(clauses) {}

    void add() {
        for (const auto& [rank, classes] : by_rank()) {
            for (std::int64_t t = 0; t < windows_.horizon() && !clauses_.too_many(); ++t) add_tick(classes, t);
        }
    }

private:
    [[nodiscard]] std::map<std::uint32_t, ClassesOfRank> by_rank() const {
        std::map<std::uint32_t, ClassesOfRank> ranks;
        for (std::size_t c = 0; c < windows_.classes().size(); ++c) {
            const OpClass& one = windows_.classes()[c];
            if (one.kind == OpKind::forward) ranks[one.rank].forwards.push_back(c);
            if (one.kind == OpKind::backward || one.kind == OpKind::backward_weight) {
                ranks[one.rank].backwards.push_back(c);
            }
        }
        return ranks;
    }

    void add_tick(const ClassesOfRank& classes, std::int64_t t) {
        const Count forwards = total<&CapClauses::add_at_least>(classes.forwards, t);
        const Count backwards = total<&CapClauses::add_at_most>(classes.backwards, t);
        // Compared as unsigned: a cap may be larger than any count.
        for (std::uint64_t k = cap_; k < static_cast<std::uint64_t>(forwards.size()); ++k) {
            clauses_.add({-forwards.at_least(static_cast<std::int64_t>(k) + 1),
                          backwards.at_least(static_cast<std::int64_t>(k - cap_) + 1)});
        }
    }
    // How many ops of the classes have started by tick t.
    template <auto Add>
    Count total(const std::vector<std::size_t>& classes, std::int64_t t) {
        Count sum = started(classes.front(), t);
        for (std::size_t i = 1; i < classes.size(); ++i) {
            const Count more = started(classes[i], t);
            Count next = new_count(sum, more);
            (this->*Add)(sum, more, next);
            sum = std::move(next);
        }
        return sum;
    }
    [[nodiscard]] Count started(std::size_t c, std::int64_t t) const {
        std::vector<Literal> at_least;
        for (std::int64_t m = 0; m < windows_.microbatches(); ++m) {
            at_least.push_back(-variables_.starts_from(c, m, t + 1));
        }
        return Count(std::move(at_least));
    }
    Count new_count(const Count& x, const Count& y) {
        std::vector<Literal> z(static_cast<std::size_t>(x.sure() + y.sure()), always);
        const auto possible = static_cast<std::size_t>(x.possible() + y.possible());
        while (z.size() < possible) z.push_back(clauses_.new_variable());
        z.resize(static_cast<std::size_t>(x.size() + y.size()), never);
        return Count(std::move(z));
    }

    // Both loops jump over the clauses that would be left out for a constant, or many microbatches would take for ever.
    void add_at_least(const Count& x, const Count& y, const Count& z) {
        for (std::int64_t i = 0; i <= x.possible() && !clauses_.too_many(); ++i) {
            for (std::int64_t j = std::max<std::int64_t>(0, z.sure() + 1 - i); j <= y.possible(); ++j) {
                clauses_.add({-x.at_least(i), -y.at_least(j), z.at_least(i + j)});
            }
        }
    }
    void add_at_most(const Count& x, const Count& y, const Count& z) {
        for (std::int64_t i = x.sure(); i <= x.size() && !clauses_.too_many(); ++i) {
            for (std::int64_t j = y.sure(); j <= y.size() && i + j < z.possible(); ++j) {
                clauses_.add({-z.at_least(i + j + 1), x.at_least(i + 1), y.at_least(j + 1)});
            }
        }
    }

    const Variables& variables_;
    const Windows& windows_;
    std::uint64_t cap_;
    Clauses& clauses_;
};

}  // namespace

void add_cap_clauses(const Variables& variables, std::uint64_t max_in_flight, Clauses& clauses) {
    CapClauses(variables, max_in_flight, clauses).add();
}

}  // namespace tickproof::encode

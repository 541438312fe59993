// Unit propagation: what clauses force once some literals are assumed. Each clause is watched by two of its literals
// that are not false, so that only clauses with a watch that became false are looked at (Moskewicz et al., Chaff,
// 2001).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "smt/recheck/clause_store.h"
#include "smt/recheck/proof_reader.h"
#include "smt/recheck/steps.h"

namespace tickproof::recheck {

class Propagation {
public:
    // `steps` outlives this.
    Propagation(std::uint64_t variables, std::uint64_t expected_clauses, Steps& steps);

    // Assumes the negation of a clause: is there a contradiction? All assumptions are taken back.
    [[nodiscard]] bool contradicts(std::span<const LiteralCode> clause);
    // From now on the clause holds. No literal twice.
    void add(std::span<const LiteralCode> clause);
    // Removes one such clause. One that is not there, or that a literal is forced by, stays out of account.
    void remove(std::span<const LiteralCode> clause);
    // The clauses contradict one another by propagation alone.
    [[nodiscard]] bool is_contradictory() const { return contradictory_; }

private:
    struct Watch {
        ClauseStore::Clause clause;
        LiteralCode other;  // of the clause: while it is true, the clause need not be looked at
    };

    [[nodiscard]] bool is_true(LiteralCode literal) const { return values_[literal] > 0; }
    [[nodiscard]] bool is_false(LiteralCode literal) const { return values_[literal] < 0; }
    void assign(LiteralCode literal, ClauseStore::Clause reason);
    void take_back(std::size_t trail_size);
    [[nodiscard]] bool find_conflict();
    [[nodiscard]] bool visit_watches_of(LiteralCode literal);
    [[nodiscard]] bool moves_watch(Watch watch, std::span<LiteralCode> literals);

    Steps& steps_;
    ClauseStore clauses_;
    std::vector<std::int8_t> values_;           // by literal: 1 true, -1 false, 0 open
    std::vector<ClauseStore::Clause> reasons_;  // by variable, while it is assigned
    std::vector<std::vector<Watch>> watches_;   // by literal
    std::vector<LiteralCode> trail_;            // true literals, in the order in which they became so
    std::size_t propagated_ = 0;                // of the trail
    bool contradictory_ = false;
};

}  // namespace tickproof::recheck

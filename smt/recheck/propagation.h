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
    // Removes one such clause, if it is there. What it has forced without assumptions stays so.
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
    void assign(LiteralCode literal);
    void take_back(std::size_t trail_size);
    [[nodiscard]] bool find_conflict();
    [[nodiscard]] bool force_by_pairs(LiteralCode became_false);
    [[nodiscard]] bool visit_watches_of(LiteralCode became_false);
    [[nodiscard]] bool moves_watch(Watch watch, std::span<LiteralCode> literals);
    void keep(std::span<const LiteralCode> clause);
    void forget_pair(std::span<const LiteralCode> pair);

    Steps& steps_;
    ClauseStore clauses_;
    std::vector<std::int8_t> values_;                  // by literal: 1 true, -1 false, 0 open
    std::vector<std::vector<LiteralCode>> forced_by_;  // by literal: what its falsehood forces, through pairs
    std::vector<std::vector<Watch>> watches_;          // by literal; of clauses of three literals or more
    std::vector<LiteralCode> trail_;                   // true literals, in the order in which they became so
    std::size_t forced_ = 0;                           // so much of the trail has been through the pairs
    std::size_t visited_ = 0;                          // and so much through the watches
    bool contradictory_ = false;
};

}  // namespace tickproof::recheck

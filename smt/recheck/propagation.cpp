#include "smt/recheck/propagation.h"

#include <algorithm>
#include <utility>

namespace tickproof::recheck {

Propagation::Propagation(std::uint64_t variables, std::uint64_t expected_clauses, Steps& steps)
    : steps_(steps),
      clauses_(variables, expected_clauses),
      values_(2 * variables + 2),
      forced_by_(2 * variables + 2),
      watches_(2 * variables + 2) {}

void Propagation::assign(LiteralCode literal) {
    values_[literal] = 1;
    values_[negated(literal)] = -1;
    trail_.push_back(literal);
}

void Propagation::take_back(std::size_t trail_size) {
    while (trail_.size() > trail_size) {
        const LiteralCode literal = trail_.back();
        values_[literal] = values_[negated(literal)] = 0;
        trail_.pop_back();
    }
    forced_ = visited_ = trail_size;
}

// Watches another literal of the clause in place of the second, if one is left that is not false.
bool Propagation::moves_watch(Watch watch, std::span<LiteralCode> literals) {
    for (std::size_t i = 2; i < literals.size(); ++i) {
        if (is_false(literals[i])) continue;
        steps_.take(i);
        std::swap(literals[1], literals[i]);
        watches_[literals[1]].push_back(watch);
        return true;
    }
    steps_.take(literals.size());
    return false;
}

// True if a pair has no literal left.
bool Propagation::force_by_pairs(LiteralCode became_false) {
    const std::vector<LiteralCode>& forced = forced_by_[became_false];
    steps_.take(forced.size());
    for (const LiteralCode literal : forced) {
        if (is_true(literal)) continue;
        if (is_false(literal)) return true;
        assign(literal);
    }
    return false;
}

// True if a clause has no literal left.
bool Propagation::visit_watches_of(LiteralCode became_false) {
    std::vector<Watch>& watches = watches_[became_false];
    std::size_t kept = 0;
    bool conflict = false;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        const Watch watch = watches[i];
        if (conflict || is_true(watch.other)) {
            watches[kept++] = watch;
            continue;
        }
        if (clauses_.is_removed(watch.clause)) continue;
        const std::span<LiteralCode> literals = clauses_.literals(watch.clause);
        if (literals[0] == became_false) std::swap(literals[0], literals[1]);
        const LiteralCode first = literals[0];
        if (!is_true(first) && moves_watch({watch.clause, first}, literals)) continue;
        watches[kept++] = {watch.clause, first};
        if (is_true(first)) continue;
        if (is_false(first)) {
            conflict = true;
        } else {
            assign(first);
        }
    }
    steps_.take(watches.size());
    watches.resize(kept);
    return conflict;
}

bool Propagation::find_conflict() {
    while (visited_ < trail_.size() && !steps_.exhausted()) {
        if (forced_ < trail_.size()) {
            if (force_by_pairs(negated(trail_[forced_++]))) return true;
        } else if (visit_watches_of(negated(trail_[visited_++]))) {
            return true;
        }
    }
    return false;
}

bool Propagation::contradicts(std::span<const LiteralCode> clause) {
    const std::size_t before = trail_.size();
    bool conflict = contradictory_;
    for (const LiteralCode literal : clause) {
        if (is_true(literal)) conflict = true;  // it holds already, or the clause has a literal and its negation
        if (!is_true(literal) && !is_false(literal)) assign(negated(literal));
    }
    conflict = conflict || find_conflict();
    take_back(before);
    return conflict;
}

// What is assigned outside of contradicts() stays so. A clause with a true literal therefore holds for ever, one with a
// single open literal says no more than that; neither needs to be kept.
void Propagation::add(std::span<const LiteralCode> clause) {
    if (contradictory_ || std::ranges::any_of(clause, [this](LiteralCode literal) { return is_true(literal); })) return;
    const auto is_open = [this](LiteralCode literal) { return !is_false(literal); };
    const auto open = std::ranges::count_if(clause, is_open);
    if (open == 0) {
        contradictory_ = true;
    } else if (open == 1) {
        assign(*std::ranges::find_if(clause, is_open));
        contradictory_ = find_conflict();
    } else {
        keep(clause);
    }
    steps_.take(clause.size());
}

// Two of its literals are not false.
void Propagation::keep(std::span<const LiteralCode> clause) {
    const ClauseStore::Clause kept = clauses_.add(clause);
    const std::span<LiteralCode> literals = clauses_.literals(kept);
    std::ranges::partition(literals, [this](LiteralCode literal) { return !is_false(literal); });
    if (literals.size() == 2) {
        forced_by_[literals[0]].push_back(literals[1]);
        forced_by_[literals[1]].push_back(literals[0]);
    } else {
        watches_[literals[0]].push_back({kept, literals[1]});
        watches_[literals[1]].push_back({kept, literals[0]});
    }
}

void Propagation::forget_pair(std::span<const LiteralCode> pair) {
    for (const std::size_t i : {0U, 1U}) {
        std::vector<LiteralCode>& forced = forced_by_[pair[i]];
        steps_.take(forced.size());
        forced.erase(std::ranges::find(forced, pair[1 - i]));
    }
}

// A clause that forces a literal without assumptions may go as well: the literal follows from what was there, it is
// never taken back, and it makes the clause true for ever, so that the clause says nothing more.
void Propagation::remove(std::span<const LiteralCode> clause) {
    const std::optional<ClauseStore::Clause> found = clauses_.find(clause, steps_);
    if (!found || steps_.exhausted()) return;
    if (clause.size() == 2) forget_pair(clause);
    clauses_.remove(*found, steps_);
}

}  // namespace tickproof::recheck

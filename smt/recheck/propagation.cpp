#include "smt/recheck/propagation.h"

#include <algorithm>
#include <utility>

namespace tickproof::recheck {

Propagation::Propagation(std::uint64_t variables, std::uint64_t expected_clauses, Steps& steps)
    : steps_(steps),
      clauses_(variables, expected_clauses),
      values_(2 * variables + 2),
      reasons_(variables + 1, ClauseStore::none),
      watches_(2 * variables + 2) {}

void Propagation::assign(LiteralCode literal, ClauseStore::Clause reason) {
    values_[literal] = 1;
    values_[negated(literal)] = -1;
    reasons_[literal / 2] = reason;
    trail_.push_back(literal);
}

void Propagation::take_back(std::size_t trail_size) {
    while (trail_.size() > trail_size) {
        const LiteralCode literal = trail_.back();
        values_[literal] = values_[negated(literal)] = 0;
        trail_.pop_back();
    }
    propagated_ = trail_size;
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

// `literal` became false. True if a clause has no literal left.
bool Propagation::visit_watches_of(LiteralCode literal) {
    std::vector<Watch>& watches = watches_[literal];
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
        if (literals[0] == literal) std::swap(literals[0], literals[1]);
        const LiteralCode first = literals[0];
        if (!is_true(first) && moves_watch({watch.clause, first}, literals)) continue;
        watches[kept++] = {watch.clause, first};
        if (is_true(first)) continue;
        if (is_false(first)) {
            conflict = true;
        } else {
            assign(first, watch.clause);
        }
    }
    steps_.take(watches.size());
    watches.resize(kept);
    return conflict;
}

bool Propagation::find_conflict() {
    while (propagated_ < trail_.size() && !steps_.exhausted()) {
        if (visit_watches_of(negated(trail_[propagated_++]))) return true;
    }
    return false;
}

bool Propagation::contradicts(std::span<const LiteralCode> clause) {
    const std::size_t before = trail_.size();
    bool conflict = contradictory_;
    for (const LiteralCode literal : clause) {
        if (is_true(literal)) conflict = true;  // it holds already, or the clause has a literal and its negation
        if (!is_true(literal) && !is_false(literal)) assign(negated(literal), ClauseStore::none);
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
        assign(*std::ranges::find_if(clause, is_open), ClauseStore::none);
        contradictory_ = find_conflict();
    } else {
        const ClauseStore::Clause added = clauses_.add(clause);
        const std::span<LiteralCode> literals = clauses_.literals(added);
        std::ranges::partition(literals, is_open);
        watches_[literals[0]].push_back({added, literals[1]});
        watches_[literals[1]].push_back({added, literals[0]});
    }
    steps_.take(clause.size());
}

void Propagation::remove(std::span<const LiteralCode> clause) {
    const std::optional<ClauseStore::Clause> found = clauses_.find(clause, steps_);
    if (!found) return;
    const auto is_forced_by_it = [&](LiteralCode literal) {
        return is_true(literal) && reasons_[literal / 2] == *found;
    };
    if (std::ranges::none_of(clause, is_forced_by_it)) clauses_.remove(*found, steps_);
}

}  // namespace tickproof::recheck

#include "smt/recheck/clause_store.h"

#include <algorithm>
#include <bit>

namespace tickproof::recheck {

namespace {

// The same for any order of the literals.
[[nodiscard]] std::uint64_t mixed(std::span<const LiteralCode> literals) {
    std::uint64_t sum = 0;
    for (const LiteralCode literal : literals) {
        std::uint64_t mix = (std::uint64_t{literal} + 1) * 0x9E37'79B9'7F4A'7C15U;
        mix ^= mix >> 32U;
        sum += mix * 0xD6E8'FEB8'6659'FD93U;
    }
    return sum ^ (sum >> 29U);
}

}  // namespace

ClauseStore::ClauseStore(std::uint64_t variables, std::uint64_t expected_clauses)
    : buckets_(std::bit_ceil(std::max<std::uint64_t>(expected_clauses, 1)), none), marked_(2 * variables + 2) {}

ClauseStore::Clause& ClauseStore::bucket_of(std::span<const LiteralCode> literals) {
    return buckets_[mixed(literals) & (buckets_.size() - 1)];
}

ClauseStore::Clause ClauseStore::add(std::span<const LiteralCode> literals) {
    Clause& bucket = bucket_of(literals);
    const auto clause = static_cast<Clause>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(literals.size()));
    words_.push_back(bucket);
    words_.insert(words_.end(), literals.begin(), literals.end());
    bucket = clause;
    return clause;
}

bool ClauseStore::holds_marked_alone(Clause clause, std::size_t size) {
    const std::span<const LiteralCode> held = literals(clause);
    return held.size() == size && std::ranges::all_of(held, [&](LiteralCode literal) { return marked_[literal] != 0; });
}

std::optional<ClauseStore::Clause> ClauseStore::find(std::span<const LiteralCode> literals, Steps& steps) {
    for (const LiteralCode literal : literals) marked_[literal] = 1;
    Clause clause = bucket_of(literals);
    while (clause != none && !holds_marked_alone(clause, literals.size()) && !steps.exhausted()) {
        steps.take(literals.size());
        clause = words_[clause + 1];
    }
    for (const LiteralCode literal : literals) marked_[literal] = 0;
    return clause == none ? std::nullopt : std::optional(clause);
}

void ClauseStore::remove(Clause clause, Steps& steps) {
    std::uint32_t* link = &bucket_of(literals(clause));
    while (*link != clause) {
        link = &words_[*link + 1];
        steps.take(1);
    }
    *link = words_[clause + 1];
    words_[clause] |= removed_bit;
}

}  // namespace tickproof::recheck

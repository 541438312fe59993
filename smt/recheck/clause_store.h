// The clauses that hold, in one array, each with its literals in any order; found again by what they hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smt/recheck/proof_reader.h"
#include "smt/recheck/steps.h"

namespace tickproof::recheck {

class ClauseStore {
public:
    using Clause = std::uint32_t;  // where it begins
    static constexpr Clause none = 0;
    static constexpr std::size_t most_words = 0xFFFF'FFFF;

    // `expected_clauses` only makes finding fast.
    ClauseStore(std::uint64_t variables, std::uint64_t expected_clauses);

    // No literal twice. The caller sees to it that all clauses ever added stay within most_words, 2 more for each.
    Clause add(std::span<const LiteralCode> literals);
    // A clause of exactly these literals, no literal twice.
    [[nodiscard]] std::optional<Clause> find(std::span<const LiteralCode> literals, Steps& steps);
    void remove(Clause clause, Steps& steps);

    [[nodiscard]] bool is_removed(Clause clause) const { return (words_[clause] & removed_bit) != 0; }
    // To be put in another order at will.
    [[nodiscard]] std::span<LiteralCode> literals(Clause clause) {
        return {&words_[clause + header_words], words_[clause] & ~removed_bit};
    }

private:
    static constexpr std::uint32_t removed_bit = 0x8000'0000;  // of the word that holds the size
    static constexpr std::size_t header_words = 2;             // size; the next clause in the same bucket

    [[nodiscard]] Clause& bucket_of(std::span<const LiteralCode> literals);
    [[nodiscard]] bool holds_marked_alone(Clause clause, std::size_t size);

    std::vector<std::uint32_t> words_{0};  // clause 0 is none
    std::vector<Clause> buckets_;
    std::vector<std::uint8_t> marked_;  // by literal, within find
};

}  // namespace tickproof::recheck

// A set of small numbers for every rank, of which the lowest is wanted: the ready positions of the counter machine.
//
// One word a rank is what nearly every plan needs, and there the lowest is two instructions. With more than 32 chunks a
// rank needs several words; words that hold something are then marked in words above them, because a hostile shape has
// 181 words a rank and nearly all of them empty. A key is how a set wants a number to be given, worked out beforehand.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tickproof {

class OneWordSets {
public:
    static constexpr std::uint32_t most_bits = 64;
    static constexpr std::uint32_t none = 64;

    OneWordSets(std::uint32_t sets, std::uint32_t /*bits*/) : words_(sets, 0) {}
    [[nodiscard]] static std::uint64_t key(std::uint32_t bit) { return std::uint64_t{1} << bit; }

    void insert(std::uint32_t set, std::uint64_t key) { words_[set] |= key; }
    // The condition is as good as random; a mask costs less than a branch that is guessed wrong.
    void erase_if(bool condition, std::uint32_t set, std::uint64_t key) {
        words_[set] &= ~(key & -std::uint64_t{condition});
    }
    [[nodiscard]] std::uint32_t lowest(std::uint32_t set) const {
        return static_cast<std::uint32_t>(std::countr_zero(words_[set]));
    }

private:
    std::vector<std::uint64_t> words_;
};

class ManyWordSets {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    ManyWordSets(std::uint32_t sets, std::uint32_t bits)
        : words_per_set_(words_for(bits)),
          marks_per_set_(words_for(words_per_set_)),
          words_(std::size_t{sets} * words_per_set_, 0),
          marks_(std::size_t{sets} * marks_per_set_, 0) {}
    [[nodiscard]] static std::uint64_t key(std::uint32_t bit) { return bit; }

    void insert(std::uint32_t set, std::uint64_t key) {
        words_[word(set, key)] |= mask(key);
        marks_[mark(set, key)] |= mask(key / 64);
    }
    void erase_if(bool condition, std::uint32_t set, std::uint64_t key) {
        if (!condition) return;
        std::uint64_t& left = words_[word(set, key)] &= ~mask(key);
        if (left == 0) marks_[mark(set, key)] &= ~mask(key / 64);
    }
    [[nodiscard]] std::uint32_t lowest(std::uint32_t set) const {
        const std::uint64_t* const marks = &marks_[std::size_t{set} * marks_per_set_];
        for (std::uint32_t i = 0; i < marks_per_set_; ++i) {
            if (marks[i] == 0) continue;
            const std::uint32_t marked = i * 64 + lowest_bit(marks[i]);
            return marked * 64 + lowest_bit(words_[std::size_t{set} * words_per_set_ + marked]);
        }
        return none;
    }

private:
    static std::uint32_t words_for(std::uint32_t bits) { return (bits + 63) / 64; }
    static std::uint64_t mask(std::uint64_t bit) { return std::uint64_t{1} << bit % 64; }
    static std::uint32_t lowest_bit(std::uint64_t word) { return static_cast<std::uint32_t>(std::countr_zero(word)); }
    [[nodiscard]] std::size_t word(std::uint32_t set, std::uint64_t key) const {
        return std::size_t{set} * words_per_set_ + key / 64;
    }
    [[nodiscard]] std::size_t mark(std::uint32_t set, std::uint64_t key) const {
        return std::size_t{set} * marks_per_set_ + key / (64 * 64);
    }

    std::uint32_t words_per_set_;
    std::uint32_t marks_per_set_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> marks_;  // which words are not empty
};

}  // namespace tickproof

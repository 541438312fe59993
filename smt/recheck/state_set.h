// States of one layer, each once: rows of as many words in one array, and a hash table of their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tickproof::recheck {

class StateSet {
public:
    explicit StateSet(std::size_t words_per_state) : words_(words_per_state) {}

    void insert(std::span<const std::uint32_t> state);
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t index) const {
        return std::span(rows_).subspan(index * words_, words_);
    }
    [[nodiscard]] std::uint64_t bytes() const {
        return rows_.capacity() * sizeof(std::uint32_t) + table_.size() * sizeof(std::uint32_t);
    }

private:
    // Where the state is or belongs in the table.
    [[nodiscard]] std::size_t slot_of(std::span<const std::uint32_t> state) const;
    void grow();

    std::size_t words_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(64);  // number + 1, or 0; at most half full
};

}  // namespace tickproof::recheck

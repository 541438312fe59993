#include "smt/recheck/state_set.h"

#include <algorithm>

namespace tickproof::recheck {

namespace {

[[nodiscard]] std::uint64_t hash_of(std::span<const std::uint32_t> state) {
    std::uint64_t hash = 0;
    for (const std::uint32_t word : state) {
        hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
        hash ^= hash >> 29U;
    }
    return hash;
}

}  // namespace

std::size_t StateSet::slot_of(std::span<const std::uint32_t> state) const {
    std::size_t slot = hash_of(state) & (table_.size() - 1);
    while (table_[slot] != 0 && !std::ranges::equal((*this)[table_[slot] - 1], state)) {
        slot = (slot + 1) & (table_.size() - 1);
    }
    return slot;
}

void StateSet::grow() {
    table_.assign(2 * table_.size(), 0);
    for (std::size_t index = 0; index < size_; ++index) {
        table_[slot_of((*this)[index])] = static_cast<std::uint32_t>(index + 1);
    }
}

void StateSet::insert(std::span<const std::uint32_t> state) {
    const std::size_t slot = slot_of(state);
    if (table_[slot] != 0) return;
    rows_.insert(rows_.end(), state.begin(), state.end());
    table_[slot] = static_cast<std::uint32_t>(++size_);
    if (2 * size_ > table_.size()) grow();
}

}  // namespace tickproof::recheck

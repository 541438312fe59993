// Cuts a batch into microbatches: contiguous ranges, sizes that differ by at most one, larger ones first.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace tickproof {

struct ItemRange {
    std::uint64_t start = 0;
    std::uint64_t end = 0;  // one past the last item
    friend bool operator==(const ItemRange&, const ItemRange&) = default;
};

// One range a microbatch, or the production planner's message. More microbatches than limits::max_plan_events are
// refused before any memory is asked for: no plan could use them.
[[nodiscard]] std::expected<std::vector<ItemRange>, std::string> split_microbatch_ranges(std::uint64_t total_items,
                                                                                         std::uint64_t microbatches);

}  // namespace tickproof

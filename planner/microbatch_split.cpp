#include "planner/microbatch_split.h"

#include <optional>

#include <fmt/format.h>

#include "planner/model/limits.h"

namespace tickproof {
namespace {

std::optional<std::string> split_fault(std::uint64_t total_items, std::uint64_t microbatches) {
    if (microbatches == 0) return "microbatch split requires microbatches > 0";
    if (total_items < microbatches) {
        return fmt::format("microbatch split requires total_items >= microbatches (got {} < {})", total_items,
                           microbatches);
    }
    if (microbatches > limits::max_plan_events) {
        return fmt::format("a split into {} microbatches is beyond the limit of {}", microbatches,
                           limits::max_plan_events);
    }
    return std::nullopt;
}

}  // namespace

std::expected<std::vector<ItemRange>, std::string> split_microbatch_ranges(std::uint64_t total_items,
                                                                           std::uint64_t microbatches) {
    if (auto fault = split_fault(total_items, microbatches)) return std::unexpected(*fault);
    const std::uint64_t base = total_items / microbatches;
    const std::uint64_t remainder = total_items % microbatches;
    std::vector<ItemRange> ranges;
    ranges.reserve(microbatches);
    std::uint64_t start = 0;
    for (std::uint64_t index = 0; index < microbatches; ++index) {
        const std::uint64_t end = start + base + (index < remainder ? 1 : 0);
        ranges.push_back({start, end});
        start = end;
    }
    return ranges;
}

}  // namespace tickproof

#include "smt/bounds/unit_time.h"

#include <algorithm>

#include "planner/model/limits.h"

namespace tickproof {

std::optional<std::uint64_t> unit_time_optimum(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    if (ranks == 0 || chunks == 0 || microbatches == 0) return std::nullopt;
    const auto dense = checked_mul(chunks, std::max(microbatches, ranks));
    std::uint64_t half = 0;
    if (!dense || __builtin_add_overflow(*dense, std::min(microbatches, ranks) - 1, &half)) return std::nullopt;
    return checked_mul(half, 2);
}

}  // namespace tickproof

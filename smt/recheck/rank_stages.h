// The stages that one rank holds.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/problem.h"

namespace tickproof::recheck {

// A rank of more is not listed; the problem could be written in a few bytes.
inline constexpr std::uint64_t most_stages_listed = std::uint64_t{1} << 20;

// Ascending. The problem is sound, has this rank, and no more than most_stages_listed chunks.
[[nodiscard]] std::vector<std::uint64_t> stages_of_rank(const Problem& problem, std::uint64_t rank);

}  // namespace tickproof::recheck

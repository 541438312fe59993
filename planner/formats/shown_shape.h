// The shape that orders show, for formats that declare none: which stages and microbatches there are, and who holds
// which stage.
//
// Not the largest number counts: one stray 0F999 would be told as thousands of missing ops instead of as itself. The
// microbatches end with the last that has at least half of the ops that are usual for one, and so do the stages; what
// lies beyond is out of range, for the checker to name. Memory is in proportion to the actions, whatever their numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/schedule.h"

namespace tickproof::formats {

// The orders with ranks, chunks, microbatches and placement filled in from by_rank. A stage belongs to the rank that
// computes most of it, the lowest of several; loop and V-shaped placements are told as such.
[[nodiscard]] Orders with_shown_shape(Orders orders);

// Only the number of microbatches.
[[nodiscard]] std::uint64_t shown_microbatches(const std::vector<std::vector<Action>>& by_rank);

// Loop or V-shaped where the list is one of these. Requires ranks > 0.
[[nodiscard]] Placement placement_of(std::vector<std::uint32_t> rank_of_stage, std::uint64_t ranks);

}  // namespace tickproof::formats

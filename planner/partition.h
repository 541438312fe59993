// Deals the layers out to the virtual stages: contiguous, sizes that differ by at most one, larger ones first.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof {

// One assignment a virtual stage, in stage order; stage v lies on rank v mod stage_count as its chunk v / stage_count.
// Requires stage_count and virtual_stages_per_rank > 0 and a product that a validated configuration may have.
[[nodiscard]] std::vector<StageAssignment> partition_layers(std::uint64_t n_layer, std::uint64_t stage_count,
                                                            std::uint64_t virtual_stages_per_rank);

}  // namespace tickproof

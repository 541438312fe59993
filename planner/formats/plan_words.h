// The words of a plan's enumerations that the model has no table for.
#pragma once

#include <array>

#include "planner/formats/json/decode.h"
#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof::formats {

inline constexpr std::array<json::Word<PartitionKind>, 1> partition_words{{
    {PartitionKind::layer_contiguous, "layer_contiguous", "LayerContiguous"},
}};

inline constexpr std::array<json::Word<OpKind>, 2> event_words{{
    {OpKind::forward, "forward", "Forward"},
    {OpKind::backward, "backward", "Backward"},
}};

}  // namespace tickproof::formats

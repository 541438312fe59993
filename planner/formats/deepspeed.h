// DeepSpeed's pipeline instructions as they are printed: for each rank a list of steps, each a list such as
// [RecvActivation(buffer_id=0), ForwardPass(buffer_id=0)].
//
// A microbatch is in no instruction: it is the running count of its kind on its rank. Sends and receives stay where
// they are written, since they block and come in pairs, and every action keeps its buffer id.
#pragma once

#include <expected>
#include <string_view>

#include "planner/formats/json/json.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

// Ranks are told apart by "rank 0:" (or "stage 0:") before them, by the list that holds a rank's steps, or, where a
// file has only lists of instructions, by an empty line. LoadMicroBatch is part of the forward that uses its buffer;
// ReduceTiedGrads, ReduceGrads and OptimizerStep make no action, but nothing else may come after them on a rank.
[[nodiscard]] std::expected<Orders, json::Error> read_deepspeed(std::string_view text);

}  // namespace tickproof::formats

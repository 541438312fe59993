// Megatron-LM's interleaved schedules: the table that all ranks walk, and the order list that a rank makes of it.
//
// A table is a list of (microbatch, chunk) in the order of the forwards; the backwards walk it with the chunks
// reversed. An order list has +c for a forward and -c for a backward of chunk c-1; its microbatch is the running count
// of its kind and chunk. Rank r of S has 2(S-r-1) + (V-1)N warm-up forwards, where N is the table's group size, or
// S-r-1 if V = 1.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "planner/formats/json/json.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

// A line a rank, "1 1 2 -2 1 ..." or as Python prints a list. A single line with more than one rank is rank 0's, and
// the others' follow from the table that it walks; then it must have the warm-up that rank 0 of so many has.
[[nodiscard]] std::expected<Orders, json::Error> read_megatron_order(std::string_view text,
                                                                     std::optional<std::uint64_t> ranks = {});

// "(0, 0), (1, 0), ..." with or without brackets around, or the two lines "microbatch_id | 0 1 ..." and
// "model_chunk_id | 0 0 ...". The table does not tell the number of ranks.
[[nodiscard]] std::expected<Orders, json::Error> read_megatron_table(std::string_view text,
                                                                     std::optional<std::uint64_t> ranks);

}  // namespace tickproof::formats

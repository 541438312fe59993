// Bytes to what orders say of communication: overlapped pairs, sends and receives written out, and these damaged.
#pragma once

#include "fuzz/decode/bytes.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::fuzz {

// Here and there a forward and the backward after it, whichever that is, become an overlapped pair.
[[nodiscard]] Orders with_overlaps(Bytes& bytes, Orders orders);

// Sends and receives written out: each receive right before the compute that needs it and each send right after the one
// that makes it, or if the bytes say so some of them up to `most_moved` computes earlier or later.
[[nodiscard]] Orders with_communication(Bytes& bytes, const Problem& problem, const Orders& orders,
                                        std::uint64_t most_moved);

// Up to three sends or receives lost, doubled, swapped with what is beside them, anywhere else on their rank (a send
// before what it sends is made), on another rank, or of another message.
[[nodiscard]] Orders with_damaged_communication(Bytes& bytes, const Problem& problem, Orders orders);

}  // namespace tickproof::fuzz

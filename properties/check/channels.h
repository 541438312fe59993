// The messages of each ordered pair of ranks, in the order in which they are sent and received.
//
// With K slots the n-th send of a pair (from 0) awaits the receive that frees a slot for it. A rank receives in its own
// order, so of the pair's receives number n-K is the one that does. Which message that is follows from the orders
// alone.
#pragma once

#include <cstdint>
#include <vector>

#include "properties/check/program.h"

namespace tickproof::check {

// Pair after pair: sent[i] and received[i] are what is sent and received as the same number of the same pair.
struct Channels {
    std::vector<std::uint32_t> sent;      // messages, in the sender's order
    std::vector<std::uint32_t> received;  // in the receiver's
};

// Linear in steps and ranks.
[[nodiscard]] Channels channels_of(const Program& program);

// By message: the one whose receive frees the slot that it is sent through; OpIndex::none for the first `slots`.
[[nodiscard]] std::vector<std::uint32_t> slot_before(const Program& program, std::uint64_t slots);

// Rule payload: where the k-th message received is another than the k-th sent, once for each pair.
[[nodiscard]] Report check_fifo(const Program& program);

}  // namespace tickproof::check

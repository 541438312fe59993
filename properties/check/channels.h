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

struct Channel {
    std::vector<std::uint32_t> sent;      // messages, in the sender's order
    std::vector<std::uint32_t> received;  // the same messages, in the receiver's
};

// In the order in which the ranks first send. Linear in the steps.
[[nodiscard]] std::vector<Channel> channels_of(const Program& program);

// By message: the one whose receive frees the slot that it is sent through; OpIndex::none for the first `slots`.
[[nodiscard]] std::vector<std::uint32_t> slot_before(const Program& program, std::uint64_t slots);

// Rule payload: where the k-th message received is another than the k-th sent, once for each channel.
[[nodiscard]] Report check_fifo(const Program& program);

}  // namespace tickproof::check

// What two orders do differently: nothing, only neighbours swapped that have nothing to do with each other, or else the
// first place where they part.
//
// Two neighbours on a rank are independent if neither needs the other's result, directly or through other ranks. The
// ops of one microbatch form a chain (F up the stages, B or I down again), each W hanging on its I; ops of two
// microbatches never need each other. Sends, receives, sharding and overlapped pairs are independent of nothing: their
// place decides who waits for whom. Where other ranks come to wait in a cycle after a swap, it is a difference all the
// same. An op moves by one place at most, so that the second as a whole is still the same schedule; moved further,
// nearly every valid order could be turned into every other.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/schedule.h"

namespace tickproof::check {

struct Swap {  // the first orders have `first` and then `second`, the second orders have them the other way round
    std::uint64_t rank = 0;
    std::size_t position = 0;  // of `first`, from 0 among the actions of the rank
    Action first;
    Action second;
};

struct SameOrders {};
struct SameButForSwaps {
    std::vector<Swap> swaps;  // in the order of ranks and positions
};
struct Differ {
    std::string words;  // "rank 2 op 5: 2F3 in the first, 2B1 in the second"
};
using Difference = std::variant<SameOrders, SameButForSwaps, Differ>;

// Of two orders that declare different shapes the shape is the difference. Linear in the number of actions.
[[nodiscard]] Difference difference(const Orders& first, const Orders& second);

// "rank 2 op 5: 2F3 and 2B1 are swapped"
[[nodiscard]] std::string in_words(const Swap& swap);

}  // namespace tickproof::check

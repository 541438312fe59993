// Figures of a schedule that are claims of their own: in-flight peaks and messages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::check {

enum class FreedAt : std::uint8_t { weight_gradient, input_gradient };  // a B frees under both

// Peak of in-flight activations per rank (F +1; B, and W or I, -1), in the order of time. A vector of `ranks` entries:
// only for ops that passed exactly-once and own-rank.
[[nodiscard]] std::vector<std::uint64_t> in_flight_peaks(const Problem& problem, std::span<const TimedOp> ops,
                                                         FreedAt freed_at);

// The least number of activation slots that each rank needs by its own order: the most forwards begun whose B or W has
// not ended. Orders that never run have them, too.
[[nodiscard]] std::vector<std::uint64_t> activation_slots(const Orders& orders);

// Results that cross from a rank to another, each counted once. Takes time in proportion to the stages, so only for
// problems whose ops are there.
[[nodiscard]] std::uint64_t message_count(const Problem& problem);

}  // namespace tickproof::check

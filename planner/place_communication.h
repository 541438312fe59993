// Sends and receives for orders that have none, placed so that they run under every communication model that has any
// placement: also under rendezvous, where both sides wait for each other.
//
// The ops are taken in the order in which they run under `dependencies` in unit time. When an op has run, its SEND
// stands next on its own rank and the RECV next on the rank of its consumer. So all messages meet in one order that all
// ranks share, and the first that has not yet met is never waited for in vain.
#pragma once

#include <expected>
#include <string>

#include "planner/model/schedule.h"

namespace tickproof {

// The compute actions, overlapped pairs and sharding actions of each rank stay in their order. The error is a sentence:
// there are sends or receives already, an op is there twice, lacks its input, or waits in a circle.
[[nodiscard]] std::expected<Orders, std::string> place_communication(const Orders& orders);

}  // namespace tickproof

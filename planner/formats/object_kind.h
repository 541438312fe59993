// Tells plans from orders by their keys, since a file may hold either.
#pragma once

#include <cstdint>

#include "planner/formats/json/json.h"

namespace tickproof::formats {

enum class ObjectKind : std::uint8_t { plan, orders, tessel, neither };

// orders: it has a key "orders"; plan: it has a key "events"; tessel: it has a key "blocks". A wrapper is neither:
// unwrap it first.
[[nodiscard]] ObjectKind kind_of(const json::Value& object);

// The plan inside {"plan":{...}}; anything else as it is.
[[nodiscard]] json::Value plan_within(const json::Value& object);

}  // namespace tickproof::formats

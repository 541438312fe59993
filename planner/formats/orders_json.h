// Orders as JSON, together with what the file claims of them.
#pragma once

#include <expected>
#include <optional>

#include "planner/formats/json/json.h"
#include "planner/formats/sink.h"
#include "planner/model/expectation.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

struct OrdersCase {
    Orders orders;
    std::optional<Expectation> expect;
    friend bool operator==(const OrdersCase&, const OrdersCase&) = default;
};

// "buffers" is a list a rank with the slot of each action (an overlapped pair is two).
// Stages and microbatches out of range are read: they are violations, for the checker to name.
[[nodiscard]] std::expected<OrdersCase, json::Error> read_orders(const json::Value& value);

// One line, without a newline at the end; tokens in their shortest form.
void write_orders(const Orders& orders, const Sink& sink);

}  // namespace tickproof::formats

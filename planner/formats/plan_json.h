// A plan as JSON: the production planner's structure and field names, as a serde derive writes it.
#pragma once

#include <expected>

#include "planner/formats/json/json.h"
#include "planner/formats/sink.h"
#include "planner/model/plan.h"

namespace tickproof::formats {

// Refuses what has the wrong type or does not fit its field, with the place. Whether the plan makes sense is for the
// checker: ids out of range and totals that lie are read as they are.
[[nodiscard]] std::expected<Plan, json::Error> read_plan(const json::Value& value);

// Compact, without a newline at the end. The events of `plan` are forward and backward only.
void write_plan(const Plan& plan, const Sink& sink);

}  // namespace tickproof::formats

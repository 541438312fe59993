// Bytes to schedules and orders of a problem: valid ones, and any.
#pragma once

#include "fuzz/decode/bytes.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::fuzz {

// Valid without a cap: one op after another, any that may come next, as early as its rank and its inputs allow or a
// little later.
[[nodiscard]] Schedule decode_valid_schedule(Bytes& bytes, const Problem& problem);

// Any ops, mostly near the problem's shape.
[[nodiscard]] Schedule decode_any_schedule(Bytes& bytes, const Problem& problem);

// Those of a valid schedule, with up to a few actions moved, replaced, taken out or doubled.
[[nodiscard]] Orders decode_orders(Bytes& bytes, const Problem& problem);

}  // namespace tickproof::fuzz

// Schedules that somebody could have thought of: each rank takes what it can start first, by one kind of op before
// another. None need be short; the shortest is where the search for the optimum starts from above.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/bounds/op_class.h"

namespace tickproof::certify {

// The shortest that a few rules of precedence make. Requires a sound problem and its classes. Nothing if there are more
// ops than anybody wants to write down, or if it was told to stop before it had one; `stop` is asked every few thousand
// ops.
[[nodiscard]] std::optional<Schedule> list_schedule(const Problem& problem, std::span<const OpClass> classes,
                                                    const std::function<bool()>& stop = {});

// The tick at which the last op ends.
[[nodiscard]] std::uint64_t makespan_of(const Problem& problem, const Schedule& schedule);

}  // namespace tickproof::certify

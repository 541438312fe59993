// A schedule that somebody could have thought of: each rank takes what it can start first. It need not be short; it is
// where the search for the optimum starts from above when nothing better was brought.
//
// Microbatches are let in only while so few are inside that no cap can be broken, so it never runs into a dead end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/bounds/op_class.h"

namespace tickproof::certify {

// The shortest that a few rules of precedence make. Requires a sound problem and its classes; nothing if it is so large
// that this would take minutes.
[[nodiscard]] std::optional<Schedule> list_schedule(const Problem& problem, std::span<const OpClass> classes);

// The tick at which the last op ends.
[[nodiscard]] std::uint64_t makespan_of(const Problem& problem, const Schedule& schedule);

}  // namespace tickproof::certify

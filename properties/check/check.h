// The checker's front door: what is judged, and by which rules.
//
// It shares no code with the planners. Everything it is handed may be hostile: counts that lie, ids out of range,
// ticks near 2^64. Memory stays in proportion to the number of ops given, whatever the shape declares.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "planner/model/plan.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "properties/check/execute.h"
#include "properties/check/models.h"
#include "properties/check/report.h"

namespace tickproof::check {

enum class Rules : std::uint8_t { safety, all };  // all: the production planner's conventions too, except `reference`

// The problem that a plan claims to solve: its own shape, unit time, full backward.
[[nodiscard]] Problem problem_of(const Plan& plan);
// The problem that orders claim to solve: their own shape and placement, any backward form, unit time.
[[nodiscard]] Problem problem_of(const Orders& orders);

// exactly-once, dependency, one-op, own-rank, in-flight-cap over timed ops.
[[nodiscard]] Report check_schedule(const Problem& problem, std::span<const TimedOp> ops);

struct PlanOptions {
    Rules rules = Rules::safety;
    std::optional<Placement> placement;  // loop over the plan's ranks unless given
    std::optional<std::uint64_t> max_in_flight;
};

// check_schedule on the plan's events, and cover, ids, metrics; with Rules::all balance, event-order, exact-metrics,
// progress.
[[nodiscard]] Report check_plan(const Plan& plan, const PlanOptions& options = {});

struct OrdersVerdict {
    Report report;
    // Set when the orders are complete (exactly-once and own-rank hold) and their sends and receives fit together:
    // what became of them under the `dependencies` model, Executed or Deadlock. A cycle is also in `report`, as rule
    // deadlock.
    std::optional<Execution> execution;
    // Then too: what became of them under each of the models asked for. What does not run is also in `report`.
    std::vector<ModelOutcome> models;
};

// exactly-once and own-rank over the orders, sharding and buffer, then execution, then check_schedule over the times
// found; then execution under `models`.
[[nodiscard]] OrdersVerdict check_orders(const Problem& problem, const Orders& orders,
                                         std::span<const Communication> models = {});

}  // namespace tickproof::check

// The rules themselves, one file each. Each returns what it alone found, so that a fault is named by the rule that it
// breaks and by no other: an op that is missing or out of range is exactly-once's matter, and the others pass over it.
#pragma once

#include <span>

#include "planner/model/plan.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "properties/check/figures.h"
#include "properties/check/op_index.h"
#include "properties/check/rank_order.h"
#include "properties/check/report.h"
#include "properties/check/stage_table.h"
#include "properties/check/words.h"

namespace tickproof::check {

// Timed ops, the problem they are to solve, and how to name their places.
struct Subject {
    const Problem& problem;
    std::span<const TimedOp> ops;
    PlaceOf place_of = event_place;
};

[[nodiscard]] Report exactly_once(const Subject& subject, const OpIndex& index);
[[nodiscard]] Report dependency(const Subject& subject, const OpIndex& index);
[[nodiscard]] Report one_op(const Subject& subject, const RankOrder& order);
[[nodiscard]] Report own_rank(const Subject& subject, const StageTable& stages);
[[nodiscard]] Report in_flight_cap(const Subject& subject, const RankOrder& order);
// The two that look at a rank's ops in the order of time.
[[nodiscard]] Report rules_over_ranks(const Subject& subject);

// A listed placement has one rank a stage, each in range; `place` is what the violation is at. Rule ids.
[[nodiscard]] Report placement_list(const Problem& problem, const char* place);

// Over orders whose ops are each there once and on their ranks.
[[nodiscard]] Report sharding(const Problem& problem, const Orders& orders);  // and own-rank
[[nodiscard]] Report buffer(const Orders& orders);

[[nodiscard]] Report cover(const Plan& plan);
[[nodiscard]] Report ids(const Plan& plan, const Problem& problem, const StageTable& stages);
[[nodiscard]] Report metrics(const Plan& plan, const Figures& figures);

[[nodiscard]] Report balance(const Plan& plan);
[[nodiscard]] Report event_order(const Plan& plan);
[[nodiscard]] Report exact_metrics(const Plan& plan, const Figures& figures);
[[nodiscard]] Report progress(const Plan& plan);

// The plan's stage assignments by index, in the order of their stage ids.
[[nodiscard]] std::vector<std::uint32_t> assignments_in_stage_order(const Plan& plan);

}  // namespace tickproof::check

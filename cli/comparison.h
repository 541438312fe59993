// Schedules beside the optimum of their problem, for every command that compares.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "smt/bounds/op_class.h"
#include "smt/certify/certify.h"
#include "smt/compare/compare.h"

namespace tickproof::cli {

// As certified() finds it, with the known schedules and those of `options` as candidates.
[[nodiscard]] std::expected<compare::Optimum, Unsound> optimum_of(const Problem& problem, certify::Options options);

struct Comparison {
    compare::Optimum optimum;
    std::vector<compare::Row> rows;  // one a schedule, in their order
};
[[nodiscard]] std::expected<Comparison, Unsound> compare_known(const Problem& problem,
                                                               const std::vector<ScheduleKind>& schedules,
                                                               const certify::Options& options);

// A schedule that keeps the cap and is shorter than the lower bound is a contradiction, which this throws.
void require_no_contradiction(const Problem& problem, const compare::Optimum& optimum, const compare::Row& row);

// "gpipe", … in the order in which they are listed everywhere.
[[nodiscard]] std::vector<ScheduleKind> all_schedules();

}  // namespace tickproof::cli

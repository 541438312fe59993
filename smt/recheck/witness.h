// A schedule as evidence: it is one, and it is as long as it is said to be.
#pragma once

#include <cstdint>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

[[nodiscard]] Verdict check_witness(const Problem& problem, std::uint64_t upper, const Schedule& schedule);

}  // namespace tickproof::recheck

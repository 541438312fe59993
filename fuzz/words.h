// Values in words, for the side by side answers of a difference.
#pragma once

#include <string>

#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "planner/plan_result.h"
#include "properties/check/report.h"

namespace tickproof::fuzz {

[[nodiscard]] std::string in_words(const PipelineConfig& config);
[[nodiscard]] std::string in_words(const Problem& problem);
[[nodiscard]] std::string in_words(const TimedOp& op);
[[nodiscard]] std::string in_words(const Schedule& schedule);
[[nodiscard]] std::string in_words(const Orders& orders);
[[nodiscard]] std::string in_words(const check::Report& report);
// The plan as JSON, or why there is none.
[[nodiscard]] std::string in_words(const PlanResult& result);

}  // namespace tickproof::fuzz

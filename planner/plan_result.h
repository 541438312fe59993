// What every planner returns instead of a plan when it cannot make one.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "planner/model/plan.h"

namespace tickproof {

struct PlanError {
    enum class Kind : std::uint8_t {
        invalid_config,  // the production planner refuses it too, with the same message
        too_large,       // beyond limits::max_plan_events: ours alone
    };
    Kind kind;
    std::string message;
};

using PlanResult = std::expected<Plan, PlanError>;

}  // namespace tickproof

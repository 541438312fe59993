// Bytes to one change of a schedule or a plan. It may leave things as they are, or as valid as they were.
#pragma once

#include <string>

#include "fuzz/decode/bytes.h"
#include "planner/model/plan.h"
#include "planner/model/schedule.h"

namespace tickproof::fuzz {

// What was changed, in words.
std::string edit_schedule(Bytes& bytes, Schedule& schedule);
std::string edit_plan(Bytes& bytes, Plan& plan);

}  // namespace tickproof::fuzz

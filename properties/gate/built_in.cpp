#include "properties/gate/built_in.h"

#include "planner/build_plan.h"

namespace tickproof::gate {

Candidate built_in_planners() {
    return {.name = "built-in planners",
            .make = [] { return std::make_unique<FunctionPlanner>(build_plan); },
            .schedules = {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b, ScheduleKind::optimal},
            .gate_command = "tickproof gate",
            .whole_run = "tickproof gate",
            .golden = built_in_golden_data()};
}

}  // namespace tickproof::gate

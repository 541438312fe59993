// The smallest useful program over the installed libraries: plan, then let the independent checker judge the plan.
#include <fmt/core.h>

#include "planner/build_plan.h"
#include "properties/check/check.h"

int main() {
    const tickproof::PipelineConfig config{.n_layer = 8,
                                           .stage_count = 2,
                                           .virtual_stages_per_rank = 2,
                                           .schedule = tickproof::ScheduleKind::interleaved_1f1b,
                                           .microbatches = 4};
    const tickproof::PlanResult plan = tickproof::build_plan(config);
    if (!plan) {
        fmt::print(stderr, "{}\n", plan.error().message);
        return 2;
    }
    const tickproof::check::Report report = tickproof::check::check_plan(*plan);
    fmt::print("{} ticks, {} violations\n", plan->metrics.total_ticks, report.count());
    return report.valid() ? 0 : 1;
}

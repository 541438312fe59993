#include "cli/schedules_of.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "properties/check/check.h"

namespace tickproof::cli {
namespace {

PipelineConfig config_of(ScheduleKind schedule, std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    PipelineConfig config;
    config.n_layer = ranks * chunks;
    config.stage_count = ranks;
    config.virtual_stages_per_rank = chunks;
    config.microbatches = microbatches;
    config.schedule = schedule;
    return config;
}

Problem problem_of(const PipelineConfig& config) {
    Problem problem;
    problem.ranks = config.stage_count;
    problem.chunks = config.virtual_stages_per_rank;
    problem.microbatches = config.microbatches;
    problem.placement = Placement::loop(problem.ranks);
    return problem;
}

std::uint64_t makespan(const Problem& problem, const Schedule& schedule) {
    std::uint64_t end = 0;
    for (const TimedOp& op : schedule) end = std::max(end, op.start_tick + problem.duration(op.kind));
    return end;
}

TEST(ScheduleOf, IsThePlanInThePlannersOwnWorld) {
    for (const ScheduleName& known : schedule_names) {
        const PipelineConfig config = config_of(known.kind, 3, 2, 4);
        EXPECT_EQ(schedule_of(config, problem_of(config)), build_plan(config)->events);
    }
}

TEST(ScheduleOf, IsValidUnderAnyCostsAndPlacement) {
    for (const ScheduleName& known : schedule_names) {
        const PipelineConfig config = config_of(known.kind, 3, 2, 5);
        for (const Placement& placement :
             {Placement::loop(3), Placement::v_shaped(3), Placement::listed({2, 2, 0, 1, 0, 1})}) {
            for (const BackwardForm form : {BackwardForm::full, BackwardForm::split}) {
                Problem problem = problem_of(config);
                problem.placement = placement;
                problem.backward_form = form;
                problem.durations = {.forward = 2, .backward = 3, .backward_input = 1, .backward_weight = 4};
                problem.hop_latency_ticks = 1;
                const auto schedule = schedule_of(config, problem);
                ASSERT_TRUE(schedule.has_value());
                EXPECT_TRUE(check::check_schedule(problem, *schedule).valid()) << known.name;
            }
        }
    }
}

TEST(ScheduleOf, TakesWhatTheOrderTakes) {
    // 1F1B on two ranks, backwards twice as long: F0 F1 B0 B1 and F0 B0 F1 B1.
    const PipelineConfig config = config_of(ScheduleKind::interleaved_1f1b, 2, 1, 2);
    Problem problem = problem_of(config);
    problem.durations.backward = 2;
    EXPECT_EQ(makespan(problem, schedule_of(config, problem).value()), 9U);
    problem.hop_latency_ticks = 1;
    EXPECT_EQ(makespan(problem, schedule_of(config, problem).value()), 11U);
}

TEST(ScheduleOf, HasThePlannersReasonToRefuse) {
    const PipelineConfig config = config_of(ScheduleKind::interleaved_1f1b, 4, 1, 2);
    EXPECT_EQ(schedule_of(config, problem_of(config)).error(), build_plan(config).error().message);
}

}  // namespace
}  // namespace tickproof::cli

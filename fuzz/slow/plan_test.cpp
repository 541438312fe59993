// The slow judge by itself: the specification's plans are right, and each kind of fault is seen under its own name.
#include "fuzz/slow/plan.h"

#include <bit>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/reference_planner.h"

namespace tickproof::slow {
namespace {

Plan reference() {
    PipelineConfig config;
    config.n_layer = 9;
    config.stage_count = 2;
    config.virtual_stages_per_rank = 2;
    config.microbatches = 4;
    config.schedule = ScheduleKind::interleaved_1f1b;
    return *reference_plan(config);
}

struct Fault {
    const char* seen;
    std::function<void(Plan&)> put;
};

TEST(SlowPlan, SeesNothingWrongWithTheSpecification) {
    const PlanSeen seen = judge(reference());
    EXPECT_EQ(in_words(seen), "valid");
    EXPECT_TRUE(seen.safe());
    EXPECT_TRUE(seen.as_the_production_planner());
}

TEST(SlowPlan, SeesEachFaultOfATable) {
    const std::vector<Fault> faults{
        {"ids", [](Plan& plan) { ++plan.total_virtual_stages; }},
        {"ids", [](Plan& plan) { plan.stage_assignments[1].physical_stage_id = 0; }},
        {"ids", [](Plan& plan) { plan.stage_assignments[2].local_stage_index = 0; }},
        {"ids", [](Plan& plan) { plan.events[3].chunk = 7; }},
        {"cover", [](Plan& plan) { ++plan.stage_assignments[3].layer_range.start; }},
        {"cover", [](Plan& plan) { plan.n_layer = 10; }},
        {"balance",
         [](Plan& plan) {
             --plan.stage_assignments[0].layer_range.end;
             --plan.stage_assignments[1].layer_range.start;
         }},
        {"metrics", [](Plan& plan) { ++plan.metrics.total_ticks; }},
        {"metrics", [](Plan& plan) { --plan.metrics.total_events; }},
        {"metrics", [](Plan& plan) { ++plan.metrics.stage_busy_ticks[1]; }},
        {"metrics", [](Plan& plan) { plan.metrics.stage_idle_ticks.pop_back(); }},
        {"metrics (bubble)", [](Plan& plan) { plan.metrics.bubble_fraction += 0.25F; }},
        {"exact-metrics",
         [](Plan& plan) {
             float& bubble = plan.metrics.bubble_fraction;
             bubble = std::bit_cast<float>(std::bit_cast<std::uint32_t>(bubble) + 1);
         }},
        {"event-order", [](Plan& plan) { std::swap(plan.events[4], plan.events[5]); }},
        {"exactly-once", [](Plan& plan) { plan.microbatches = std::uint64_t{1} << 40; }},
    };
    for (const Fault& fault : faults) {
        Plan plan = reference();
        fault.put(plan);
        EXPECT_THAT(in_words(judge(plan)), testing::HasSubstr(fault.seen));
        EXPECT_FALSE(judge(plan).as_the_production_planner()) << fault.seen;
    }
}

TEST(SlowPlan, SeesAnEmptyTick) {
    Plan plan = reference();
    for (TimedOp& event : plan.events) event.start_tick += 1;
    EXPECT_THAT(in_words(judge(plan)), testing::HasSubstr("progress"));
    EXPECT_TRUE(judge(plan).schedule.valid());
}

}  // namespace
}  // namespace tickproof::slow

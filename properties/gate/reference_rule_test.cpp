#include "properties/gate/reference_rule.h"

#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof::gate {
namespace {

using check::Report;
using check::Rule;

Plan some_plan(ScheduleKind schedule = ScheduleKind::interleaved_1f1b) {
    PipelineConfig config;
    config.n_layer = 7;
    config.stage_count = 3;
    config.virtual_stages_per_rank = 2;
    config.schedule = schedule;
    config.microbatches = 4;
    return *build_plan(config);
}

Report judged(const Plan& plan) {
    Report report;
    check_reference(plan, report);
    return report;
}

TEST(ReferenceRule, BuiltInPlansAgreeWithThemselves) {
    for (const ScheduleName& schedule : schedule_names) EXPECT_TRUE(judged(some_plan(schedule.kind)).valid());
}

TEST(ReferenceRule, LayersAreTakenFromTheAssignmentsWhereThePlanDoesNotCountThem) {
    Plan plan = some_plan();
    plan.n_layer.reset();
    EXPECT_TRUE(judged(plan).valid());
}

TEST(ReferenceRule, NamesTheFirstEventThatDiffers) {
    Plan plan = some_plan();
    plan.events[5].start_tick += 1;
    const Report report = judged(plan);
    ASSERT_EQ(report.count(Rule::reference), 1U);
    EXPECT_EQ(report.violations()[0].place, "event 5");
}

TEST(ReferenceRule, NamesTheFirstAssignmentThatDiffers) {
    Plan plan = some_plan();
    plan.stage_assignments[2].layer_range.end += 1;
    const Report report = judged(plan);
    ASSERT_EQ(report.count(Rule::reference), 1U);
    EXPECT_EQ(report.violations()[0].place, "stage assignment 2");
    plan = some_plan();
    plan.stage_assignments.push_back({});
    EXPECT_EQ(judged(plan).count(Rule::reference), 1U);
}

TEST(ReferenceRule, AnotherSchedulesEventsDiffer) {
    Plan plan = some_plan(ScheduleKind::gpipe);
    plan.schedule = ScheduleKind::interleaved_1f1b;
    EXPECT_EQ(judged(plan).count(), 1U);
}

TEST(ReferenceRule, ARefusedConfigurationIsAViolationInTheReferencesWords) {
    Plan plan = some_plan();
    plan.physical_stage_count = 2;
    plan.virtual_stages_per_rank = 3;
    const Report report = judged(plan);
    ASSERT_EQ(report.count(), 1U);
    EXPECT_NE(report.violations()[0].witness.find("virtual_stages_per_rank must be <="), std::string::npos);
}

TEST(ReferenceRule, AHeaderThatDeclaresBillionsIsNotPlanned) {
    Plan plan = some_plan();
    plan.microbatches = 2'000'000'000;
    EXPECT_EQ(judged(plan).count(), 1U);
    plan.microbatches = ~std::uint64_t{0};
    plan.physical_stage_count = ~std::uint64_t{0};
    EXPECT_EQ(judged(plan).count(), 1U);
}

}  // namespace
}  // namespace tickproof::gate

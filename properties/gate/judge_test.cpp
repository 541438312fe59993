#include "properties/gate/judge.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof::gate {
namespace {

PipelineConfig config_of(ScheduleKind schedule, std::uint64_t stages, std::uint64_t chunks,
                         std::uint64_t microbatches) {
    PipelineConfig config;
    config.n_layer = stages * chunks;
    config.stage_count = stages;
    config.virtual_stages_per_rank = chunks;
    config.schedule = schedule;
    config.microbatches = microbatches;
    return config;
}

const PipelineConfig interleaved = config_of(ScheduleKind::interleaved_1f1b, 2, 2, 4);

std::string properties_broken_by(const PipelineConfig& config, const PlannerFunction& planner) {
    Findings findings(50);
    (void)judge(config, planner, findings);
    std::string properties;
    for (const Finding& finding : findings.first_ones()) {
        if (properties.find(finding.property) == std::string::npos) properties += finding.property + "; ";
    }
    return properties;
}

PlannerFunction spoilt(void (*spoil)(Plan&)) {
    return [spoil](const PipelineConfig& config) {
        PlanResult plan = build_plan(config);
        if (plan) spoil(*plan);
        return plan;
    };
}

TEST(Judge, TheBuiltInPlannersPass) {
    for (const ScheduleName& schedule : schedule_names) {
        Findings findings(5);
        EXPECT_EQ(judge(config_of(schedule.kind, 3, 2, 7), build_plan, findings), Outcome::planned);
        EXPECT_EQ(findings.count(), 0U) << schedule.name;
    }
}

TEST(Judge, ASharedRefusalIsNoFinding) {
    Findings findings(5);
    EXPECT_EQ(judge(config_of(ScheduleKind::gpipe, 2, 3, 4), build_plan, findings), Outcome::refused);
    EXPECT_EQ(findings.count(), 0U);
}

TEST(Judge, ARefusalOfItsOwnIsAFinding) {
    const PlannerFunction refuses = [](const PipelineConfig&) -> PlanResult {
        return std::unexpected(PlanError{PlanError::Kind::invalid_config, "not today"});
    };
    EXPECT_EQ(properties_broken_by(interleaved, refuses), "the planner agrees with reference_planner; ");
}

TEST(Judge, OtherWordsOfRefusalAreAFinding) {
    const PlannerFunction refuses = [](const PipelineConfig&) -> PlanResult {
        return std::unexpected(PlanError{PlanError::Kind::invalid_config, "not today"});
    };
    EXPECT_EQ(properties_broken_by(config_of(ScheduleKind::gpipe, 2, 3, 4), refuses),
              "the planner agrees with reference_planner; ");
}

TEST(Judge, AcceptingWhatTheReferenceRefusesIsAFinding) {
    const PlannerFunction accepts = [](const PipelineConfig&) { return build_plan(interleaved); };
    const std::string broken = properties_broken_by(config_of(ScheduleKind::interleaved_1f1b, 2, 2, 1), accepts);
    EXPECT_NE(broken.find("the planner agrees with reference_planner"), std::string::npos);
}

TEST(Judge, ALostEventIsFoundByRulesAndReference) {
    const std::string broken = properties_broken_by(interleaved, spoilt([](Plan& plan) { plan.events.pop_back(); }));
    EXPECT_NE(broken.find("the planner agrees with reference_planner"), std::string::npos);
    EXPECT_NE(broken.find("rule exactly-once"), std::string::npos);
    EXPECT_NE(broken.find("rule reference"), std::string::npos);
}

TEST(Judge, AnImpossiblyShortPlanIsFound) {
    const std::string broken =
        properties_broken_by(interleaved, spoilt([](Plan& plan) { plan.metrics.total_ticks = 17; }));
    EXPECT_NE(broken.find("no plan is shorter than the proven optimum"), std::string::npos);
}

TEST(Judge, AnOptimalPlanThatIsLongerIsFound) {
    const auto longer = spoilt([](Plan& plan) { plan.metrics.total_ticks += 1; });
    EXPECT_NE(properties_broken_by(config_of(ScheduleKind::optimal, 2, 2, 4), longer).find("optimal meets the optimum"),
              std::string::npos);
    EXPECT_NE(properties_broken_by(config_of(ScheduleKind::gpipe, 2, 1, 4), longer).find("V = 1 meets the optimum"),
              std::string::npos);
}

TEST(Judge, AFindingCarriesConfigurationAndCommand) {
    Findings findings(1);
    (void)judge(interleaved, spoilt([](Plan& plan) { plan.events.clear(); }), findings);
    ASSERT_EQ(findings.first_ones().size(), 1U);
    EXPECT_GT(findings.count(), 1U);
    EXPECT_NE(findings.first_ones()[0].witness.find("interleaved_1f1b, S=2 V=2 M=4, 4 layers"), std::string::npos);
    EXPECT_NE(findings.first_ones()[0].reproduce.find("\"stage_count\":2"), std::string::npos);
}

}  // namespace
}  // namespace tickproof::gate

#include "planner/validate.h"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/model/limits.h"

namespace tickproof {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;

PipelineConfig good() {
    return {.n_layer = 8,
            .stage_count = 4,
            .virtual_stages_per_rank = 2,
            .schedule = ScheduleKind::gpipe,
            .microbatches = 4};
}

std::string message(const PipelineConfig& config) {
    const auto error = validate(config);
    return error ? error->message : "accepted";
}

PlanError::Kind kind(const PipelineConfig& config) { return validate(config).value().kind; }

TEST(Validate, AcceptsWhatCanBePlanned) {
    PipelineConfig config = good();
    for (const ScheduleName& schedule : schedule_names) {
        config.schedule = schedule.kind;
        EXPECT_EQ(message(config), "accepted") << schedule.name;
    }
}

TEST(Validate, NeedsPipelineEnabled) {
    PipelineConfig config = good();
    config.enabled = false;
    EXPECT_EQ(message(config), "pipeline planning requires parallel.pipeline.enabled = true");
    EXPECT_EQ(kind(config), PlanError::Kind::invalid_config);
}

TEST(Validate, NeedsLayers) {
    PipelineConfig config = good();
    config.n_layer = 0;
    EXPECT_EQ(message(config), "pipeline planning requires n_layer > 0");
}

TEST(Validate, NeedsRanks) {
    PipelineConfig config = good();
    config.stage_count = 0;
    EXPECT_EQ(message(config), "pipeline planning requires parallel.pipeline.stage_count > 0");
}

TEST(Validate, NeedsChunks) {
    PipelineConfig config = good();
    config.virtual_stages_per_rank = 0;
    EXPECT_EQ(message(config), "pipeline planning requires parallel.pipeline.virtual_stages_per_rank > 0");
}

TEST(Validate, LimitsChunksToRanksExceptForOptimal) {
    PipelineConfig config = good();
    config.stage_count = 2;
    config.virtual_stages_per_rank = 3;
    const std::string refusal =
        "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got 3 > 2)";
    EXPECT_EQ(message(config), refusal);
    config.schedule = ScheduleKind::interleaved_1f1b;
    EXPECT_EQ(message(config), refusal);
    config.schedule = ScheduleKind::optimal;
    EXPECT_EQ(message(config), "accepted");
}

TEST(Validate, NeedsMicrobatches) {
    PipelineConfig config = good();
    config.microbatches = 0;
    EXPECT_EQ(message(config), "pipeline planning requires parallel.pipeline.microbatches > 0");
}

TEST(Validate, NeedsAsManyMicrobatchesAsRanksForInterleavedOnly) {
    PipelineConfig config = good();
    config.microbatches = 3;
    EXPECT_EQ(message(config), "accepted");
    config.schedule = ScheduleKind::optimal;
    EXPECT_EQ(message(config), "accepted");
    config.schedule = ScheduleKind::interleaved_1f1b;
    EXPECT_EQ(message(config),
              "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b "
              "(got 3 < 4)");
    config.microbatches = 4;
    EXPECT_EQ(message(config), "accepted");
}

TEST(Validate, RefusesAnOverflowOfStages) {
    PipelineConfig config = good();
    config.n_layer = most;
    config.stage_count = two_to_32;
    config.virtual_stages_per_rank = two_to_32;
    EXPECT_EQ(message(config), "pipeline virtual-stage count overflow");
    config.schedule = ScheduleKind::optimal;
    EXPECT_EQ(message(config), "pipeline virtual-stage count overflow");
}

TEST(Validate, NeedsALayerForEveryStage) {
    PipelineConfig config = good();
    config.n_layer = 7;
    EXPECT_EQ(message(config), "pipeline planning requires total virtual stages <= n_layer (got 8 > 7)");
}

TEST(Validate, RefusesAnUnknownPartition) {
    PipelineConfig config = good();
    config.partition = static_cast<PartitionKind>(7);
    EXPECT_EQ(message(config), "unsupported pipeline partition 7");
    EXPECT_EQ(kind(config), PlanError::Kind::invalid_config);
    config.n_layer = 7;  // checked before the partition
    EXPECT_EQ(message(config), "pipeline planning requires total virtual stages <= n_layer (got 8 > 7)");
}

TEST(Validate, RefusesAnOverflowOfEvents) {
    PipelineConfig config = good();
    config.n_layer = most;
    config.stage_count = two_to_32;
    config.virtual_stages_per_rank = 1;
    config.microbatches = two_to_32;
    EXPECT_EQ(message(config), "pipeline event count overflow");
    EXPECT_EQ(kind(config), PlanError::Kind::invalid_config);
    config.microbatches = two_to_32 / 2;  // the number of forwards fits, twice as many do not
    EXPECT_EQ(message(config), "pipeline event count overflow");
    config.partition = static_cast<PartitionKind>(7);  // checked before the events
    EXPECT_EQ(message(config), "unsupported pipeline partition 7");
}

TEST(Validate, HoldsTheEventLimitToTheEvent) {
    PipelineConfig config = good();
    config.stage_count = 1;
    config.virtual_stages_per_rank = 1;
    config.microbatches = limits::max_plan_events / 2;
    EXPECT_EQ(message(config), "accepted");
    ++config.microbatches;
    EXPECT_EQ(message(config), "a plan of 67108866 events is beyond the limit of 67108864 events");
    EXPECT_EQ(kind(config), PlanError::Kind::too_large);
}

// Would need exabytes if anything were allocated first.
TEST(BuildPlan, RefusesTheLargestShapesAtOnce) {
    PipelineConfig config = good();
    config.n_layer = most;
    config.stage_count = std::uint64_t{1} << 62;
    config.virtual_stages_per_rank = 1;
    config.microbatches = 1;
    for (const ScheduleKind schedule : {ScheduleKind::gpipe, ScheduleKind::optimal}) {
        config.schedule = schedule;
        const PlanResult plan = build_plan(config);
        ASSERT_FALSE(plan.has_value());
        EXPECT_EQ(plan.error().kind, PlanError::Kind::too_large);
    }
}

TEST(Validate, ChunksCountTowardsTheLimit) {
    const PipelineConfig config{.n_layer = 4096 * 64,
                                .stage_count = 4096,
                                .virtual_stages_per_rank = 64,
                                .schedule = ScheduleKind::gpipe,
                                .microbatches = 256};
    EXPECT_EQ(validate(config).value().message, "a plan of 134217728 events is beyond the limit of 67108864 events");
}

}  // namespace
}  // namespace tickproof

// Wrong planners of every kind before the judge, and what it calls them.
#include "properties/gate/judge.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof::gate {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

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
const PipelineConfig too_many_chunks = config_of(ScheduleKind::gpipe, 2, 3, 4);

Answer spoilt(const PipelineConfig& config, void (*spoil)(Plan&)) {
    Plan plan = build_plan(config).value();
    spoil(plan);
    return plan;
}

std::vector<std::string> properties_of(const std::vector<Broken>& all) {
    std::vector<std::string> ids;
    for (const Broken& broken : all) ids.push_back(broken.property);
    return ids;
}

std::vector<std::string> broken_by(const PipelineConfig& config, const Answer& answer, Level level = Level::conform) {
    return properties_of(judge(config, answer, level));
}

using Ids = std::vector<std::string>;

TEST(Judge, TheBuiltInPlannersPass) {
    for (const ScheduleName& schedule : schedule_names) {
        const PipelineConfig config = config_of(schedule.kind, 3, 2, 7);
        for (const Level level : {Level::valid, Level::conform}) {
            EXPECT_EQ(broken_by(config, build_plan(config).value(), level), Ids{}) << schedule.name;
        }
    }
}

TEST(Judge, ASharedRefusalIsRight) {
    const Answer shared = Refusal{build_plan(too_many_chunks).error().message};
    EXPECT_EQ(broken_by(too_many_chunks, shared), Ids{});
}

TEST(Judge, ARefusalOfItsOwnIsCalledSo) {
    for (const Level level : {Level::valid, Level::conform}) {
        EXPECT_EQ(broken_by(interleaved, Refusal{"not today"}, level), Ids{std::string(broken::refusal)});
    }
    EXPECT_THAT(judge(interleaved, Refusal{"not today"}, Level::valid).front().witness, HasSubstr("not today"));
}

TEST(Judge, OtherWordsOfRefusalMatterToConformAlone) {
    EXPECT_EQ(broken_by(too_many_chunks, Refusal{"no"}), Ids{"refusal-message"});
    EXPECT_EQ(broken_by(too_many_chunks, Refusal{"no"}, Level::valid), Ids{});
}

TEST(Judge, OurOwnSizeLimitBindsNobodysWords) {
    PipelineConfig huge = interleaved;
    huge.microbatches = std::uint64_t{1} << 40;
    EXPECT_EQ(broken_by(huge, Refusal{"too much"}), Ids{});
}

TEST(Judge, AcceptingWhatTheReferenceRefusesMattersToConformAlone) {
    const PipelineConfig too_few = config_of(ScheduleKind::interleaved_1f1b, 2, 1, 1);
    const Answer plan = spoilt(config_of(ScheduleKind::gpipe, 2, 1, 1),
                               [](Plan& made) { made.schedule = ScheduleKind::interleaved_1f1b; });
    EXPECT_EQ(broken_by(too_few, plan), Ids{"must-refuse"});
    EXPECT_EQ(broken_by(too_few, plan, Level::valid), Ids{});
}

TEST(Judge, WhatTheReferenceRefusesIsStillJudgedForSafety) {
    const PipelineConfig too_few = config_of(ScheduleKind::interleaved_1f1b, 2, 1, 1);
    EXPECT_THAT(broken_by(too_few, Plan{}, Level::valid), Contains("shape"));
    EXPECT_THAT(broken_by(too_few, Plan{}, Level::valid), Contains("ids"));
}

TEST(Judge, AFailureIsCalledByItsKind) {
    EXPECT_EQ(broken_by(interleaved, Failure{FailureKind::crash, "signal 11", ""}), Ids{"planner-crash"});
    EXPECT_EQ(judge(interleaved, Failure{FailureKind::not_started, "no such file", ""}, Level::valid),
              (std::vector<Broken>{{"planner-not-started", "no such file"}}));
    EXPECT_EQ(broken_by(interleaved, Failure{FailureKind::bad_exit, "exit code 1", ""}), Ids{"planner-bad-exit"});
}

TEST(Judge, ALostEventIsFound) {
    const Answer lost = spoilt(interleaved, [](Plan& plan) { plan.events.pop_back(); });
    EXPECT_THAT(broken_by(interleaved, lost), testing::IsSupersetOf({"exactly-once", "metrics", "reference"}));
    EXPECT_EQ(broken_by(interleaved, lost).front(), "exactly-once");
    EXPECT_THAT(broken_by(interleaved, lost, Level::valid), testing::Not(Contains("reference")));
}

TEST(Judge, NothingIsSaidOfTheSameRequestAnsweredTheSame) {
    const Answer plan = build_plan(interleaved).value();
    EXPECT_THAT(judge_again(plan, plan), IsEmpty());
    EXPECT_THAT(judge_again(Refusal{"no"}, Refusal{"no"}), IsEmpty());
    EXPECT_THAT(judge_again(Failure{}, plan), IsEmpty()) << "the failure is judged by itself";
}

TEST(Judge, AnotherAnswerToTheSameRequestIsFound) {
    const Answer plan = build_plan(interleaved).value();
    const Ids found{"deterministic"};
    EXPECT_EQ(properties_of(judge_again(plan, Refusal{"no"})), found);
    EXPECT_EQ(properties_of(judge_again(Refusal{"no"}, Refusal{"yes"})), found);
    const Answer later = spoilt(interleaved, [](Plan& made) { made.events[3].start_tick += 1; });
    const std::vector<Broken> by_event = judge_again(plan, later);
    EXPECT_EQ(properties_of(by_event), found);
    EXPECT_THAT(by_event.front().witness, HasSubstr("event 3"));
    const Answer shorter = spoilt(interleaved, [](Plan& made) { made.events.pop_back(); });
    EXPECT_THAT(judge_again(plan, shorter).front().witness, HasSubstr("32 events, then 31"));
    const Answer figures = spoilt(interleaved, [](Plan& made) { made.metrics.total_ticks += 1; });
    EXPECT_EQ(properties_of(judge_again(plan, figures)), found);
}

TEST(Judge, EventsThatDependOnLayersAreFound) {
    PipelineConfig more = interleaved;
    more.n_layer = 11;
    const Answer plan = build_plan(interleaved).value();
    EXPECT_THAT(judge_other_layers(plan, build_plan(more).value()), IsEmpty());
    EXPECT_THAT(judge_other_layers(plan, Refusal{"no"}), IsEmpty());
    const Answer other = spoilt(more, [](Plan& made) { std::swap(made.events[5], made.events[6]); });
    EXPECT_EQ(properties_of(judge_other_layers(plan, other)), Ids{"layer-independent"});
}

}  // namespace
}  // namespace tickproof::gate

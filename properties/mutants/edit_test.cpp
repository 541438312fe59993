#include "properties/mutants/edit.h"

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {
namespace {

// Ticks of rank 0: F0 F1 - - B0 B1, of rank 1: - F0 B0 F1 B1 -, and so on.
Plan two_ranks() {
    return build_plan({.n_layer = 5, .stage_count = 2, .schedule = ScheduleKind::interleaved_1f1b, .microbatches = 2})
        .value();
}

TEST(Edit, FiguresOfAPlanAreThePlannersOwn) {
    for (const Plan& plan : base_plans()) {
        EXPECT_EQ(with_figures(plan), plan);
        EXPECT_EQ(without_empty_ticks(plan), plan);
        EXPECT_EQ(with_stage_sizes(plan, stage_sizes(plan)), plan);
    }
}

TEST(Edit, EventsOfBasesLieBetweenTheirNeighboursInTheChain) {
    for (const Plan& plan : base_plans()) {
        const Timeline timeline(plan);
        for (std::size_t event = 0; event < timeline.size(); ++event) {
            EXPECT_TRUE(timeline.has_room_at(event, timeline.op(event).start_tick));
            EXPECT_EQ(timeline.running(timeline.op(event).rank, timeline.op(event).start_tick), event);
        }
    }
}

TEST(Edit, TimelineKnowsHowFarAnOpCanMove) {
    const Plan plan = two_ranks();
    const Timeline timeline(plan);
    EXPECT_EQ(timeline.earliest(0), 0U);
    EXPECT_EQ(timeline.latest(0), 0U);  // its result is used in tick 1
    EXPECT_FALSE(timeline.has_company(0));
    EXPECT_EQ(timeline.op(1).rank, 0U);
    EXPECT_EQ(timeline.latest(1), timeline.op(5).start_tick - 1);  // F1 of rank 1 needs it
    EXPECT_TRUE(timeline.has_company(1));
    EXPECT_EQ(timeline.latest(timeline.size() - 1), timeline.ticks() - 1);
}

TEST(Edit, WhatFitsNowhereIsNotPlanted) {
    const auto never = [](const Timeline&, std::size_t, std::uint64_t) { return false; };
    EXPECT_EQ(move_event(two_ranks(), never), std::nullopt);
    EXPECT_EQ(repeat_event(two_ranks(), never), std::nullopt);
    EXPECT_EQ(exchange_events(two_ranks(), never), std::nullopt);
    EXPECT_EQ(unless_same(two_ranks(), two_ranks()), std::nullopt);
}

TEST(Edit, EmptyTicksAreTakenOut) {
    const Plan plan = two_ranks();
    const Plan slow = change_all(plan, [](TimedOp& op) { op.start_tick *= 3; });
    EXPECT_NE(slow, plan);
    EXPECT_EQ(without_empty_ticks(slow), plan);
}

}  // namespace
}  // namespace tickproof::mutants

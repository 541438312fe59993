#include "planner/place_communication.h"

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/model/orders_of.h"
#include "properties/check/check.h"

namespace tickproof {
namespace {

using enum ActionKind;

Orders orders_by(ScheduleKind kind, std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    const Plan plan = build_plan({.n_layer = ranks * chunks,
                                  .stage_count = ranks,
                                  .virtual_stages_per_rank = chunks,
                                  .schedule = kind,
                                  .microbatches = microbatches})
                          .value();
    return orders_of(check::problem_of(plan), plan.events);
}

Orders two_ranks(std::vector<Action> first, std::vector<Action> second, std::uint64_t microbatches) {
    return {.id = "two",
            .ranks = 2,
            .chunks = 1,
            .microbatches = microbatches,
            .placement = Placement::loop(2),
            .by_rank = {std::move(first), std::move(second)}};
}

void expect_to_run_everywhere(const Orders& orders) {
    const auto placed = place_communication(orders);
    ASSERT_TRUE(placed.has_value()) << placed.error();
    const Problem problem = check::problem_of(orders);
    const auto without = check::execute(problem, orders);
    for (const char* const model : {"dependencies", "buffered:1", "rendezvous", "rendezvous+fifo", "grouped"}) {
        const auto execution = check::execute(problem, *placed, read_communication(model).value());
        ASSERT_TRUE(std::holds_alternative<check::Executed>(execution)) << model;
    }
    EXPECT_EQ(std::get<check::Executed>(check::execute(problem, *placed)).makespan_ticks,
              std::get<check::Executed>(without).makespan_ticks);
    Orders stripped = *placed;
    for (std::vector<Action>& actions : stripped.by_rank) {
        std::erase_if(actions, [](const Action& action) { return !is_compute(action.kind); });
    }
    EXPECT_EQ(stripped, orders);
}

TEST(PlaceCommunication, MakesEveryKnownScheduleRunUnderRendezvous) {
    for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b, ScheduleKind::optimal}) {
        for (const std::uint64_t ranks : {1U, 2U, 3U, 4U}) {
            for (std::uint64_t chunks = 1; chunks <= std::min<std::uint64_t>(ranks, 3); ++chunks) {
                for (const std::uint64_t microbatches : {ranks, ranks + 1, 3 * ranks}) {
                    expect_to_run_everywhere(orders_by(kind, ranks, chunks, microbatches));
                }
            }
        }
    }
}

// Placed directly after and before the ops, this one deadlocks.
TEST(PlaceCommunication, PutsSendsAndReceivesWhereTheyMeet) {
    const Orders orders = two_ranks(
        {{forward, false, 0, 0}, {forward, false, 0, 1}, {backward, false, 0, 0}, {backward, false, 0, 1}},
        {{forward, false, 1, 0}, {backward, false, 1, 0}, {forward, false, 1, 1}, {backward, false, 1, 1}}, 2);
    const Orders placed = place_communication(orders).value();
    EXPECT_EQ(placed.by_rank[0], (std::vector<Action>{{forward, false, 0, 0},
                                                      {send_forward, false, 0, 0},
                                                      {forward, false, 0, 1},
                                                      {send_forward, false, 0, 1},
                                                      {receive_backward, false, 0, 0},
                                                      {backward, false, 0, 0},
                                                      {receive_backward, false, 0, 1},
                                                      {backward, false, 0, 1}}));
    EXPECT_EQ(placed.by_rank[1], (std::vector<Action>{{receive_forward, false, 1, 0},
                                                      {forward, false, 1, 0},
                                                      {receive_forward, false, 1, 1},
                                                      {backward, false, 1, 0},
                                                      {send_backward, false, 1, 0},
                                                      {forward, false, 1, 1},
                                                      {backward, false, 1, 1},
                                                      {send_backward, false, 1, 1}}));
    expect_to_run_everywhere(orders);
}

TEST(PlaceCommunication, TakesSplitBackwardsAndOverlappedPairs) {
    expect_to_run_everywhere(two_ranks({{forward, false, 0, 0},
                                        {forward, false, 0, 1},
                                        {backward_input, false, 0, 0},
                                        {backward_weight, false, 0, 0},
                                        {backward, false, 0, 1}},
                                       {{forward, false, 1, 0},
                                        {forward, true, 1, 1},
                                        {backward_input, false, 1, 0},
                                        {backward, false, 1, 1},
                                        {backward_weight, false, 1, 0}},
                                       2));
}

TEST(PlaceCommunication, KeepsShardingActionsInPlace) {
    const Orders orders = two_ranks(
        {{unshard, false, 0, 0}, {forward, false, 0, 0}, {backward, false, 0, 0}, {reduce_gradient, false, 0, 0}},
        {{forward, false, 1, 0}, {backward, false, 1, 0}}, 1);
    const Orders placed = place_communication(orders).value();
    EXPECT_EQ(placed.by_rank[0].front().kind, unshard);
    EXPECT_EQ(placed.by_rank[0].back().kind, reduce_gradient);
    EXPECT_EQ(placed.by_rank[0].size(), 6U);
}

TEST(PlaceCommunication, RefusesWhatCannotRun) {
    const auto refusal = [](std::vector<Action> first, std::vector<Action> second) {
        const auto placed = place_communication(two_ranks(std::move(first), std::move(second), 1));
        return placed ? "" : placed.error();
    };
    const std::vector<Action> good{{forward, false, 0, 0}, {backward, false, 0, 0}};
    const std::vector<Action> other{{forward, false, 1, 0}, {backward, false, 1, 0}};
    EXPECT_EQ(refusal(good, other), "");
    EXPECT_EQ(refusal({good[1], good[0]}, other), "ranks wait for each other in a circle");
    EXPECT_EQ(refusal({{forward, true, 0, 0}, good[1]}, other), "ranks wait for each other in a circle");
    EXPECT_EQ(refusal({good[0], good[0], good[1]}, other), "the forward of microbatch 0 on stage 0 is there twice");
    EXPECT_EQ(refusal(good, {other[0]}), "the backward of microbatch 0 on stage 1 is needed, and not there");
    EXPECT_EQ(refusal({good[0], {send_forward, false, 0, 0}, good[1]}, other), "there are sends and receives already");
    EXPECT_EQ(refusal({{forward, false, 4294967295, 4294967295}}, {}),
              "the forward of microbatch 4294967295 on stage 4294967294 is needed, and not there");
}

}  // namespace
}  // namespace tickproof

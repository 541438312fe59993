#include "properties/check/execute.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/statistics.h"
#include "properties/check/tiny_orders_test_data.h"
#include "properties/check/words.h"

namespace tickproof::check {
namespace {

using Peaks = std::vector<std::uint64_t>;

Executed run(const Problem& problem, const Orders& orders) {
    Execution execution = execute(problem, orders);
    EXPECT_TRUE(std::holds_alternative<Executed>(execution));
    return std::get<Executed>(std::move(execution));
}
Executed run(const Orders& orders) { return run(problem_of(orders), orders); }

Peaks peaks(const Orders& orders) {
    return in_flight_peaks(problem_of(orders), run(orders).schedule, FreedAt::weight_gradient);
}

Deadlock deadlock(const Orders& orders) {
    Execution execution = execute(problem_of(orders), orders);
    EXPECT_TRUE(std::holds_alternative<Deadlock>(execution));
    return std::get<Deadlock>(std::move(execution));
}

TEST(Execute, StartsEachOpAsSoonAsItsInputsAreThere) {
    const Executed executed = run(tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}));
    std::vector<std::uint64_t> starts;
    for (const TimedOp& op : executed.schedule) starts.push_back(op.start_tick);
    EXPECT_EQ(starts, (std::vector<std::uint64_t>{0, 1, 3, 5, 1, 2, 3, 4}));
    EXPECT_EQ(executed.makespan_ticks, 6U);
}

TEST(Execute, KeepsTheOrderOfTheRanksAndFillsInChunks) {
    const Orders orders = tiny_orders(1, {"0F0 2F0 2B0 0B0", "1F0 3F0 3B0 1B0"}, 2);
    const Executed executed = run(orders);
    EXPECT_EQ(executed.makespan_ticks, 8U);
    EXPECT_EQ(executed.schedule[1], (TimedOp{2, 0, 2, 1, 0, OpKind::forward}));
    EXPECT_EQ(executed.schedule[7], (TimedOp{6, 1, 1, 0, 0, OpKind::backward}));
}

TEST(Execute, AWarmUpForwardTooFewDoesNotHangButIsSlow) {
    EXPECT_EQ(run(one_forward_one_backward(4, 8, 0)).makespan_ticks, 22U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, 0)), (Peaks{4, 3, 2, 1}));
    EXPECT_EQ(run(one_forward_one_backward(4, 8, -1)).makespan_ticks, 36U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, -1)), (Peaks{3, 2, 1, 1}));
    EXPECT_EQ(run(one_forward_one_backward(4, 8, 1)).makespan_ticks, 22U);
    EXPECT_EQ(peaks(one_forward_one_backward(4, 8, 1)), (Peaks{5, 4, 3, 2}));
}

TEST(Execute, DurationsAndLatencyCount) {
    const Orders orders = tiny_orders(1, {"F0 I0 W0", "F0 B0"});
    Problem problem = problem_of(orders);
    problem.durations = {.forward = 3, .backward = 5, .backward_input = 7, .backward_weight = 11};
    problem.hop_latency_ticks = 100;
    const Executed executed = run(problem, orders);
    EXPECT_EQ(executed.schedule[3].start_tick, 103U);
    EXPECT_EQ(executed.schedule[1].start_tick, 103U + 3 + 5 + 100);
    EXPECT_EQ(executed.makespan_ticks, 103U + 3 + 5 + 100 + 7 + 11);
    EXPECT_TRUE(check_schedule(problem, executed.schedule).valid());
}

constexpr Communication rendezvous{.handover = Handover::buffered};
constexpr Communication grouped{.handover = Handover::grouped};
constexpr Communication buffered(std::uint64_t slots) { return {.handover = Handover::buffered, .slots = slots}; }

// "22 ticks", the cycle in words, or the first fault.
std::string outcome(const Problem& problem, const Orders& orders, const Communication& model = {}) {
    const Execution execution = execute(problem, orders, model);
    if (const auto* executed = std::get_if<Executed>(&execution)) {
        EXPECT_TRUE(check_schedule(problem, executed->schedule).valid());
        return counted(executed->makespan_ticks, "tick");
    }
    if (const auto* deadlock = std::get_if<Deadlock>(&execution)) return in_words(*deadlock);
    const Violation& fault = std::get<Report>(execution).violations().front();
    return fmt::format("{} at {}: {}", text(fault.rule).id, fault.place, fault.witness);
}
std::string outcome(const Orders& orders, const Communication& model = {}) {
    return outcome(problem_of(orders), orders, model);
}
std::string outcome_after(std::uint64_t latency, const Orders& orders, const Communication& model) {
    Problem problem = problem_of(orders);
    problem.hop_latency_ticks = latency;
    return outcome(problem, orders, model);
}

// A plain 1F1B over two ranks: valid, and yet it hangs where sends wait for their receives.
Orders one_f_one_b() { return tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}); }
Orders all_forward_first() { return tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1"}); }
Orders backward_in_another_order() { return tiny_orders(2, {"F0 F1 B1 B0", "F0 B0 F1 B1"}); }

TEST(Rendezvous, MakesTwoSendersWaitForEachOther) {
    EXPECT_EQ(outcome(one_f_one_b()), "6 ticks");
    EXPECT_EQ(outcome(one_f_one_b(), rendezvous),
              "rank 0 waits to send 0F1 to rank 1, which waits to send 1B0 to rank 0");
    EXPECT_EQ(outcome(all_forward_first(), rendezvous), "6 ticks");
}

TEST(Rendezvous, CompletesForBothWhenBothAreThere) {
    // Rank 1 is busy with its first forward until 11, and rank 0 waits with its second result till then.
    const Orders orders = tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1"});
    Problem problem = problem_of(orders);
    problem.durations = {.forward = 10, .backward = 1, .backward_input = 1, .backward_weight = 1};
    EXPECT_EQ(outcome(problem, orders, rendezvous), "33 ticks");
    problem.hop_latency_ticks = 5;
    EXPECT_EQ(outcome(problem, orders, rendezvous), "53 ticks");
}

TEST(Buffered, HoldsAsManyMessagesAsThereAreSlots) {
    EXPECT_EQ(outcome(one_f_one_b(), buffered(1)), "6 ticks");
    EXPECT_EQ(outcome(backward_in_another_order(), buffered(1)),
              "rank 0 waits to receive 1B1 from rank 1, which waits to send 1B1 to rank 0");
    EXPECT_EQ(outcome(backward_in_another_order(), buffered(2)), "7 ticks");
    EXPECT_EQ(outcome(backward_in_another_order(), buffered(~std::uint64_t{0})), "7 ticks");
    EXPECT_EQ(least_slots(problem_of(one_f_one_b()), one_f_one_b()), 1U);
    EXPECT_EQ(least_slots(problem_of(all_forward_first()), all_forward_first()), 0U);
    EXPECT_EQ(least_slots(problem_of(backward_in_another_order()), backward_in_another_order()), 2U);
    const Orders cyclic = tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"});
    EXPECT_EQ(least_slots(problem_of(cyclic), cyclic), std::nullopt);
}

TEST(Buffered, FreesASlotWhenItsReceiveCompletes) {
    // Four results through one slot, each received ten ticks after it was sent.
    const Orders orders = tiny_orders(3, {"F0 F1 F2 B0 B1 B2", "F0 F1 F2 B0 B1 B2"});
    EXPECT_EQ(outcome_after(10, orders, buffered(3)), "28 ticks");
    EXPECT_EQ(outcome_after(10, orders, buffered(1)), "64 ticks");
}

TEST(Buffered, SlotsAreThoseOfAnOrderedPair) {
    // 0F1 lies in the slot from rank 0 to rank 1 while 1B0 lies in the one back.
    EXPECT_EQ(outcome_after(1, one_f_one_b(), buffered(1)), "8 ticks");
    // Both neighbours of rank 1 are sent to at once.
    EXPECT_EQ(outcome(tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1", "F0 B0 F1 B1"}), buffered(1)), "8 ticks");
}

TEST(Grouped, MeetsAllOfAGapAtOnce) {
    EXPECT_EQ(outcome(one_f_one_b(), grouped), "6 ticks");
    EXPECT_EQ(
        outcome(tiny_orders(4,
                            {"0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 0B2 0B3",
                             "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 1F3 1B1 3F2 3B2 3F3 3B3 1B2 1B3"},
                            2),
                grouped),
        "rank 0 waits in a group for its send of 2B0 to rank 1, which waits in a group for its send of 3B1 to rank 0");
}

TEST(Grouped, AResultIsUsableLatencyAfterItsOwnMemberCompletes) {
    // Both results are received in one group, which ends at 20; the first was handed over at 10.
    const Orders orders = tiny_orders(2, {"F0 sF0 F1 sF1 rB0 B0 rB1 B1", "rF0 rF1 F0 F1 B0 sB0 B1 sB1"});
    Problem problem = problem_of(orders);
    problem.durations = {.forward = 10, .backward = 1, .backward_input = 1, .backward_weight = 1};
    problem.hop_latency_ticks = 15;
    const Executed executed = std::get<Executed>(execute(problem, orders, grouped));
    EXPECT_EQ(executed.schedule[4].start_tick, 25U);
    EXPECT_EQ(executed.schedule[5].start_tick, 35U);
}

TEST(Grouped, ARankGoesOnWhenTheLastMemberOfItsGroupHasCompleted) {
    // Rank 0 hands over 0F0 at 1 and could run F1, but receives 1B0 in the same group.
    const Orders orders = tiny_orders(2, {"F0 sF0 rB0 F1 sF1 B0 rB1 B1", "rF0 F0 B0 sB0 rF1 F1 B1 sB1"});
    EXPECT_EQ(run(orders).schedule[1].start_tick, 3U);
    EXPECT_EQ(outcome(orders, grouped), outcome(orders, rendezvous));
    const Orders receives_first = tiny_orders(1, {"F0 rB0 sF0 B0", "rF0 F0 B0 sB0"});
    EXPECT_EQ(outcome(receives_first, grouped), "4 ticks");
    EXPECT_EQ(outcome(receives_first, rendezvous),
              "rank 0 waits to receive 1B0 from rank 1, which waits to receive 0F0 from rank 0");
}

TEST(Fifo, IsFoundOutBeforeAnythingIsRun) {
    const Communication without_tags{.handover = Handover::buffered, .slots = 1, .fifo = true};
    EXPECT_EQ(outcome(backward_in_another_order(), without_tags),
              "payload at rank 0 op 2: rank 0 expects 1B1 from rank 1 and gets 1B0, message 0 between them");
}

TEST(Fifo, NamesTheReceiveAndTheNumberOfTheMessage) {
    const Orders orders = tiny_orders(3, {"F0 F1 F2 B0 B1 B2", "F0 F1 F2 B0 B1 B2", "F0 F2 F1 B0 B1 B2"});
    EXPECT_EQ(outcome(orders, {.fifo = true}),
              "payload at rank 2 op 1: rank 2 expects 1F2 from rank 1 and gets 1F1, message 1 between them");
}

TEST(Fifo, ComparesEachPairOfRanksByItself) {
    // Rank 1 receives from both its neighbours in turn, and from each in the order in which that one sends.
    const Orders orders = tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1", "F0 B0 F1 B1"});
    for (const Communication& model : {Communication{.fifo = true}, Communication{Handover::buffered, 1, true}}) {
        EXPECT_EQ(outcome(orders, model), "8 ticks");
    }
    const Orders swapped = tiny_orders(2, {"F0 F1 B0 B1", "F1 F0 B0 B1", "F0 F1 B1 B0"});
    const auto report = std::get<Report>(execute(problem_of(swapped), swapped, {.fifo = true}));
    EXPECT_EQ(report.count(Rule::payload), 3U);  // forward and forward, and backward, but not rank 1 to rank 0
}

TEST(Fifo, IsAFaultWhereAnotherPayloadArrives) {
    const Communication untagged{.fifo = true};
    EXPECT_EQ(outcome(backward_in_another_order(), untagged),
              "payload at rank 0 op 2: rank 0 expects 1B1 from rank 1 and gets 1B0, message 0 between them");
    EXPECT_EQ(outcome(tiny_orders(2, {"F0 F1 B1 B0", "F0 F1 B1 B0"}), untagged), "6 ticks");
    EXPECT_EQ(outcome(one_f_one_b(), {.handover = Handover::buffered, .slots = 1, .fifo = true}), "6 ticks");
}

TEST(Pairs, StartWhenBothHaveTheirInputsAndEndTogether) {
    const Orders orders = tiny_orders(2, {"F0 F1 B0 B1", "F0 F1+ B0 B1"});
    // Rank 1 runs its pair from 2 to 4: 1B0 is there for rank 0 at 4, not at 3.
    EXPECT_EQ(outcome(orders), "6 ticks");
    const Executed executed = run(orders);
    EXPECT_EQ(executed.schedule[5].start_tick, 2U);
    EXPECT_EQ(executed.schedule[6].start_tick, 3U);
    EXPECT_EQ(executed.schedule[2].start_tick, 4U);
}

TEST(Pairs, AreOfTwoComputesThatStandSideBySide) {
    EXPECT_EQ(outcome(tiny_orders(1, {"F0+ sF0 rB0 B0+", "rF0 F0 B0 sB0"})), "4 ticks");
}

TEST(Pairs, OfAForwardAndItsOwnBackwardNeverStart) {
    EXPECT_EQ(outcome(tiny_orders(1, {"F0 B0", "F0+ B0"})),
              "rank 1 waits for its own 1F0, which comes later in its order");
}

TEST(Written, CommunicationIsExecutedAsItStands) {
    // Both receive before they send, which lets both sends wait without harm.
    const Orders early = tiny_orders(2, {"F0 sF0 F1 rB0 sF1 B0 rB1 B1", "rF0 F0 B0 sB0 rF1 F1 B1 sB1"});
    EXPECT_EQ(outcome(early, rendezvous), "6 ticks");
    EXPECT_EQ(outcome(tiny_orders(2, {"F0 sF0 F1 sF1 rB0 B0 rB1 B1", "rF0 F0 B0 sB0 rF1 F1 B1 sB1"}), rendezvous),
              "rank 0 waits to send 0F1 to rank 1, which waits to send 1B0 to rank 0");
}

TEST(Written, WhatComesTooLateInItsOwnOrderIsWaitedForInVain) {
    EXPECT_EQ(outcome(tiny_orders(1, {"F0 sF0 rB0 B0", "F0 rF0 B0 sB0"})),
              "rank 1 waits for its own 1RECV_F0, which comes later in its order");
    EXPECT_EQ(outcome(tiny_orders(1, {"F0 sF0 B0 rB0", "rF0 F0 B0 sB0"})),
              "rank 0 waits for its own 0RECV_B0, which comes later in its order");
    for (const Communication& model : {Communication{}, rendezvous, buffered(1), grouped}) {
        EXPECT_EQ(outcome(tiny_orders(1, {"sF0 F0 rB0 B0", "rF0 F0 B0 sB0"}), model),
                  "rank 0 waits for its own 0F0, which comes later in its order");
        EXPECT_EQ(outcome(tiny_orders(1, {"F0 sF0 rB0 B0", "rF0 F0 sB0 B0"}), model),
                  "rank 1 waits for its own 1B0, which comes later in its order");
    }
    EXPECT_FALSE(deadlock(tiny_orders(1, {"F0 sF0 rB0 B0", "F0 rF0 B0 sB0"})).cycle[0].in_group);
}

TEST(Written, FaultsAreNamedWithTheirPlace) {
    const auto fault = [](const char* rank_0, const char* rank_1) { return outcome(tiny_orders(1, {rank_0, rank_1})); };
    EXPECT_EQ(fault("F0 rB0 B0", "rF0 F0 B0 sB0"), "payload at rank 0: 1F0 needs 0F0, which rank 0 never sends");
    EXPECT_EQ(fault("F0 sF0 rB0 B0", "F0 B0 sB0"), "payload at rank 1: 1F0 needs 0F0, which rank 1 never receives");
    EXPECT_EQ(fault("F0 sF0 sF0 rB0 B0", "rF0 F0 B0 sB0"), "payload at rank 0 op 2: 0SEND_F0 comes a second time");
    EXPECT_EQ(fault("F0 sF0 rB0 rB0 B0", "rF0 F0 B0 sB0"), "payload at rank 0 op 3: 0RECV_B0 comes a second time");
    EXPECT_EQ(fault("F0 sF0 rB0 B0 sB0", "rF0 F0 B0 sB0"),
              "payload at rank 0 op 4: 0SEND_B0 has no neighbour to go to");
    EXPECT_EQ(fault("F0 sF0 rB0 B0", "rF0 F0 sF0 B0 sB0"),
              "payload at rank 1 op 2: 1SEND_F0 has no neighbour to go to");
    EXPECT_EQ(fault("F0 sF0 1sB0 rB0 B0", "rF0 F0 B0 sB0"),
              "own-rank at rank 0 op 2: 1SEND_B0 is of a stage that this rank does not hold");
    EXPECT_EQ(fault("F0 sF0 sF7 rB0 B0", "rF0 F0 B0 sB0"),
              "payload at rank 0 op 2: 0SEND_F7 carries what no op makes or needs");
    Orders folded = tiny_orders(1, {"0F0 0sF0 3F0 3sB0 3B0 0B0", "1F0 2F0 2B0 1B0"}, 2);
    folded.placement = Placement::v_shaped(2);
    folded.by_rank[1].push_back({ActionKind::send_forward, false, 1, 0});
    const auto report = std::get<Report>(execute(problem_of(folded), folded));
    const bool to_itself = std::ranges::any_of(report.violations(), [](const Violation& violation) {
        return violation.witness == "1SEND_F0 is with a stage of the same rank: stage 2 needs no message";
    });
    EXPECT_TRUE(to_itself);
}

TEST(Written, ActionsOfAStagesWeightsTakeNoTimeAndWaitForNothing) {
    const Orders bare = tiny_orders(2, {"F0 sF0 F1 rB0 sF1 B0 rB1 B1", "rF0 F0 B0 sB0 rF1 F1 B1 sB1"});
    const Orders more =
        tiny_orders(2, {"U0 F0 sF0 F1 rB0 R0 U0 sF1 B0 rB1 B1 R0 G0", "rF0 U0 F0 B0 sB0 rF1 F1 B1 sB1 G0"});
    for (const Communication& model : {Communication{}, rendezvous, buffered(1), grouped}) {
        EXPECT_EQ(outcome(bare, model), outcome(more, model)) << name(model);
    }
}

TEST(Written, AnInputGradientIsSentWithoutItsWeightGradient) {
    EXPECT_EQ(outcome(tiny_orders(1, {"F0 sF0 rB0 I0 W0", "rF0 F0 I0 sB0 W0"}), rendezvous), "5 ticks");
}

TEST(Deadlock, NamesTheCycle) {
    const Deadlock found = deadlock(tiny_orders(1, {"0F0 2F0 0B0 2B0", "1F0 3F0 3B0 1B0"}, 2));
    EXPECT_EQ(in_words(found), "rank 0 waits to receive 1B0 from rank 1, which waits to receive 2B0 from rank 0");
    EXPECT_EQ(found.never_run, 3U);
}

TEST(Deadlock, ARankThatWaitsForItselfIsACycleOfOne) {
    EXPECT_EQ(in_words(deadlock(tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"}))),
              "rank 0 waits for its own 0I0, which comes later in its order");
    EXPECT_EQ(in_words(deadlock(tiny_orders(2, {"F0 B1 F1 B0", "F0 B0 F1 B1"}))),
              "rank 0 waits to receive 1B1 from rank 1, which waits to receive 0F1 from rank 0");
}

TEST(Deadlock, IsFoundBehindRanksThatOnlyWait) {
    // Ranks 0 and 1 wait for ranks 2 and 3, which wait for each other.
    const Deadlock found = deadlock(tiny_orders(2, {"F0 F1 B0 B1", "F0 F1 B0 B1", "F0 B1 F1 B0", "F0 F1 B0 B1"}));
    for (const Wait& wait : found.cycle) EXPECT_GE(wait.rank, 2U);
}

TEST(Deadlock, EachMemberAwaitsWhatTheNextOnesRankHasNotReached) {
    const Orders orders =
        tiny_orders(1, {"0F0 3F0 6F0 6B0 3B0 0B0", "4F0 1F0 7F0 7B0 4B0 1B0", "2F0 5F0 8F0 8B0 5B0 2B0"}, 3);
    const std::vector<Wait> cycle = deadlock(orders).cycle;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Wait& next = cycle[(i + 1) % cycle.size()];
        EXPECT_EQ(cycle[i].result.rank, next.rank);
        const std::vector<Action>& actions = orders.by_rank[next.rank];
        const auto awaited = std::ranges::find_if(actions, [&](const Action& action) {
            return action.stage == cycle[i].result.stage && static_cast<OpKind>(action.kind) == cycle[i].result.kind;
        });
        EXPECT_GE(static_cast<std::size_t>(awaited - actions.begin()), next.position);
    }
}

TEST(Deadlock, AMemberOfAGroupSaysSo) {
    const TimedOp result{.stage = 1, .microbatch = 2};
    const auto words = [&](WaitFor what) {
        return in_words(Wait{.what = what, .result = result, .other_rank = 3, .in_group = true});
    };
    EXPECT_EQ(words(WaitFor::send), "waits in a group for its send of 1F2 to rank 3");
    EXPECT_EQ(words(WaitFor::receive), "waits in a group for its receive of 1F2 from rank 3");
}

TEST(Deadlock, LongCyclesAreCutInWords) {
    Deadlock deadlock;
    for (std::uint32_t rank = 0; rank < 1000; ++rank) deadlock.cycle.push_back({.rank = rank, .result = {}});
    EXPECT_LT(in_words(deadlock).size(), 1200U);
    EXPECT_TRUE(in_words(deadlock).ends_with(", and so on over 1000 ranks"));
}

}  // namespace
}  // namespace tickproof::check

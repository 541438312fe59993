// Input that lies, is out of range everywhere, or breaks a rule a million times: judged calmly and counted right.
#include <limits>
#include <string_view>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_orders_test_data.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t largest_id = std::numeric_limits<std::uint32_t>::max();
constexpr PlanOptions all_rules{.rules = Rules::all, .placement = {}, .max_in_flight = {}};

PlanOptions everything() { return {.rules = Rules::all, .placement = {}, .max_in_flight = 2}; }

TEST(Hostile, TwoBillionMicrobatchesOverAnEmptyList) {
    Plan plan = tiny_plan(2, 1, 2);
    plan.microbatches = 2'000'000'000;
    plan.events.clear();
    const Report report = check_plan(plan, everything());
    EXPECT_EQ(report.count(Rule::exactly_once), 8'000'000'000U);
    ASSERT_EQ(report.violations()[0].witness, "F of microbatch 0 on stage 0 is missing");
    EXPECT_EQ(report.violations()[19].witness, "B of microbatch 4 on stage 1 is missing");
}

TEST(Hostile, CountsThatOverflow) {
    for (const std::uint64_t ranks : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63, largest}) {
        for (const std::uint64_t chunks : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 63, largest}) {
            for (const std::uint64_t microbatches : {std::uint64_t{0}, std::uint64_t{3}, largest}) {
                Plan plan = tiny_plan(2, 2, 4);
                plan.physical_stage_count = ranks;
                plan.virtual_stages_per_rank = chunks;
                plan.microbatches = microbatches;
                EXPECT_FALSE(check_plan(plan, everything()).valid()) << ranks << " " << chunks << " " << microbatches;
                plan.events.clear();
                plan.stage_assignments.clear();
                EXPECT_FALSE(check_plan(plan, everything()).valid()) << ranks << " " << chunks << " " << microbatches;
            }
        }
    }
}

TEST(Hostile, AnEmptyPlan) {
    const Report report = check_plan(Plan{}, everything());
    EXPECT_GT(report.count(Rule::ids), 0U);
    EXPECT_EQ(report.count(Rule::exactly_once), 0U);
}

TEST(Hostile, IdsOutOfRangeEverywhere) {
    Plan plan = tiny_plan(2, 2, 4);
    for (TimedOp& op : plan.events) op = {largest, largest_id, largest_id, largest_id, largest_id, op.kind};
    for (StageAssignment& assignment : plan.stage_assignments) {
        assignment = {largest, largest, largest, {largest, largest - 1}};
    }
    const Report report = check_plan(plan, everything());
    EXPECT_EQ(report.count(Rule::exactly_once), 64U);  // 32 strangers, 32 missing
    EXPECT_EQ(report.count(Rule::own_rank), 32U);
    EXPECT_EQ(report.count(Rule::cover), 5U);
    EXPECT_EQ(report.count(Rule::ids), 4U);
}

TEST(Hostile, TicksAtTheEndOfTime) {
    Plan plan = tiny_plan(2, 1, 2);
    for (TimedOp& op : plan.events) op.start_tick += largest - 5;
    const Report report = check_plan(plan, everything());
    EXPECT_EQ(report.count(Rule::dependency), 0U);
    EXPECT_EQ(report.count(Rule::one_op), 0U);
    EXPECT_EQ(report.count(Rule::progress), 1U);
    plan.metrics.total_ticks = largest;
    EXPECT_GT(check_plan(plan, everything()).count(Rule::metrics), 0U);
}

TEST(Hostile, LayersAtTheEndOfNumbers) {
    Plan plan = tiny_plan(2, 1, 2);
    plan.n_layer = largest;
    plan.stage_assignments[0].layer_range = {0, largest};
    plan.stage_assignments[1].layer_range = {largest, 0};
    EXPECT_EQ(check_plan(plan, everything()).count(Rule::cover), 1U);
    plan.stage_assignments[1].layer_range = {largest - 1, largest};
    EXPECT_EQ(check_plan(plan, everything()).count(Rule::cover), 1U);
}

TEST(Hostile, AMillionOfEachFault) {
    constexpr std::uint32_t count = 1'000'000;
    Plan plan;
    plan.physical_stage_count = 2;
    plan.virtual_stages_per_rank = 1;
    plan.total_virtual_stages = 2;
    plan.microbatches = count;
    for (std::uint32_t i = 0; i < count; ++i) {
        plan.events.push_back({count - i, 1, 0, 7, i, OpKind::forward});   // on the wrong rank, falling ticks
        plan.events.push_back({count - i, 1, 0, 7, i, OpKind::backward});  // in the same tick, before the stage above
        plan.stage_assignments.push_back({0, 1, 1, {0, 0}});
    }
    const Report report = check_plan(plan, all_rules);
    EXPECT_EQ(report.count(Rule::exactly_once), 2U * count);  // all of stage 1
    EXPECT_EQ(report.count(Rule::dependency), 1U * count);
    EXPECT_EQ(report.count(Rule::one_op), 1U * count);
    EXPECT_EQ(report.count(Rule::own_rank), 2U * count);
    EXPECT_EQ(report.count(Rule::event_order), 1U * count - 1);
    EXPECT_EQ(report.count(Rule::cover), 1U * count + 1);
    EXPECT_EQ(report.count(Rule::ids), 1U + (count - 1) + 2U * count + 2U * count);
    std::array<std::size_t, rule_count> kept{};
    for (const Violation& violation : report.violations()) ++kept[static_cast<std::size_t>(violation.rule)];
    for (const Rule rule : {Rule::exactly_once, Rule::dependency, Rule::one_op, Rule::own_rank, Rule::ids}) {
        EXPECT_EQ(kept[static_cast<std::size_t>(rule)], Report::kept_per_rule);
    }
}

TEST(Hostile, OneOpAMillionTimes) {
    Plan plan = tiny_plan(1, 1, 1);
    plan.events.assign(1'000'000, plan.events[0]);
    const Report report = check_plan(plan, all_rules);
    EXPECT_EQ(report.count(Rule::exactly_once), 1'000'000U);  // the repeats, and the B
    EXPECT_EQ(report.count(Rule::one_op), 999'999U);
}

TEST(Hostile, ATallStackOfWaitsIsWalkedWithoutRecursion) {
    constexpr std::uint32_t ranks = 200'000;
    Orders orders{.id = "", .ranks = ranks, .chunks = 1, .microbatches = 1, .by_rank = {}};
    orders.placement = Placement::loop(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        orders.by_rank.push_back({{ActionKind::forward, false, rank, 0}, {ActionKind::backward, false, rank, 0}});
    }
    OrdersVerdict verdict = check_orders(problem_of(orders), orders);
    EXPECT_EQ(std::get<Executed>(verdict.execution.value()).makespan_ticks, 2U * ranks);
    std::swap(orders.by_rank[ranks - 1][0], orders.by_rank[ranks - 1][1]);
    verdict = check_orders(problem_of(orders), orders);
    EXPECT_EQ(verdict.report.violations().at(0).witness,
              "rank 199999 waits for its own 199999F0, which comes later in its order");
    EXPECT_EQ(std::get<Deadlock>(verdict.execution.value()).never_run, ranks + 1);
}

TEST(Hostile, ATallStackRunsUnderEveryModel) {
    constexpr std::uint32_t ranks = 200'000;
    Orders orders{.id = "", .ranks = ranks, .chunks = 1, .microbatches = 1, .by_rank = {}};
    orders.placement = Placement::loop(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        orders.by_rank.push_back({{ActionKind::forward, false, rank, 0}, {ActionKind::backward, false, rank, 0}});
    }
    const std::vector<Communication> models{{.handover = Handover::buffered},
                                            {.handover = Handover::buffered, .slots = 1},
                                            {.handover = Handover::buffered, .slots = largest},
                                            {.handover = Handover::grouped},
                                            {.fifo = true}};
    for (const ModelOutcome& outcome : run_models(problem_of(orders), orders, models)) {
        EXPECT_EQ(std::get<std::uint64_t>(outcome.found), 2U * ranks) << name(outcome.model);
    }
}

// A million sends between two ranks, each a fault of its own.
TEST(Hostile, AMillionOfEachFaultOfASend) {
    constexpr std::uint32_t count = 1'000'000;
    Orders orders = tiny_orders(1, {"F0 sF0 rB0 B0", "rF0 F0 B0 sB0"});
    const auto found_with = [&orders](auto action) {
        Orders hostile = orders;
        for (std::uint32_t i = 0; i < count; ++i) hostile.by_rank[0].push_back(action(i));
        return std::get<Report>(execute(problem_of(hostile), hostile));
    };
    const auto send = [](std::uint32_t stage, std::uint32_t microbatch) {
        return Action{ActionKind::send_forward, false, stage, microbatch};
    };
    EXPECT_EQ(found_with([&](std::uint32_t) { return send(0, 0); }).count(Rule::payload), 1U * count);
    EXPECT_EQ(found_with([&](std::uint32_t i) { return send(0, ~i); }).count(Rule::payload), 1U * count);
    EXPECT_EQ(found_with([&](std::uint32_t i) { return send(~i, ~i); }).count(), 1U * count);
    EXPECT_EQ(found_with([&](std::uint32_t) { return send(1, 0); }).count(Rule::own_rank), 1U * count);
}

TEST(Hostile, AMillionResultsThatAreNeverSentOrReceived) {
    constexpr std::uint32_t count = 1'000'000;
    Orders orders = tiny_orders(count, {"", ""});
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        for (std::uint32_t i = 0; i < count; ++i) {
            orders.by_rank[rank].push_back({ActionKind::forward, false, rank, i});
            orders.by_rank[rank].push_back({ActionKind::backward, false, rank, i});
        }
    }
    orders.by_rank[0].push_back({ActionKind::send_forward, false, 0, 0});
    const OrdersVerdict verdict = check_orders(problem_of(orders), orders);
    EXPECT_EQ(verdict.report.count(Rule::payload), 4U * count - 1);
    EXPECT_FALSE(verdict.execution.has_value());
}

TEST(Hostile, TimesAtTheEndOfNumbersAreStillTimes) {
    const Orders orders = tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"});
    Problem problem = problem_of(orders);
    problem.durations = {largest, largest, largest, largest};
    problem.hop_latency_ticks = largest;
    for (const std::uint64_t slots : {std::uint64_t{1}, largest}) {
        const Execution execution = execute(problem, orders, {.handover = Handover::buffered, .slots = slots});
        EXPECT_EQ(std::get<Executed>(execution).makespan_ticks, largest - 1);
    }
    EXPECT_TRUE(std::holds_alternative<Executed>(execute(problem, orders, {.handover = Handover::grouped})));
    EXPECT_TRUE(std::holds_alternative<Deadlock>(execute(problem, orders, {.handover = Handover::buffered})));
}

TEST(Hostile, OrdersThatDeclareMoreThanTheyList) {
    Orders orders = tiny_orders(1, {"F0 B0"});
    orders.microbatches = largest;
    EXPECT_EQ(check_orders(problem_of(orders), orders).report.count(Rule::exactly_once), largest);
    orders.microbatches = 1;
    orders.chunks = std::uint64_t{1} << 63;
    EXPECT_EQ(check_orders(problem_of(orders), orders).report.count(Rule::exactly_once), largest - 1);
    orders.ranks = std::uint64_t{1} << 63;
    EXPECT_EQ(check_orders(problem_of(orders), orders).report.count(Rule::ids), 1U);
}

TEST(Hostile, OrdersOutOfRangeEverywhere) {
    Orders orders = tiny_orders(1, {"F0 B0", "F0 B0"});
    for (std::vector<Action>& actions : orders.by_rank) {
        for (Action& action : actions) action = {action.kind, false, largest_id, largest_id};
    }
    const OrdersVerdict verdict = check_orders(problem_of(orders), orders);
    EXPECT_EQ(verdict.report.count(Rule::exactly_once), 8U);
    EXPECT_FALSE(verdict.execution.has_value());
}

}  // namespace
}  // namespace tickproof::check

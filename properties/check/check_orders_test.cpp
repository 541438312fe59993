#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OrdersVerdict judge(const Orders& orders) { return check_orders(problem_of(orders), orders); }

std::vector<std::string> words(const OrdersVerdict& verdict) {
    std::vector<std::string> found;
    for (const Violation& violation : verdict.report.violations()) {
        found.push_back(std::string(text(violation.rule).id) + ", " + violation.place + ": " + violation.witness);
    }
    return found;
}

TEST(CheckOrders, ValidOrdersAreRun) {
    const OrdersVerdict verdict = judge(tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}));
    EXPECT_TRUE(verdict.report.valid());
    EXPECT_TRUE(std::holds_alternative<Executed>(verdict.execution.value()));
    EXPECT_THAT(verdict.models, IsEmpty());
}

TEST(CheckOrders, ACycleIsAViolationAtItsFirstWait) {
    const OrdersVerdict verdict = judge(tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"}));
    EXPECT_THAT(words(verdict),
                ElementsAre("deadlock, rank 0 op 1: rank 0 waits for its own 0I0, which comes later in its order"));
    EXPECT_TRUE(std::holds_alternative<Deadlock>(verdict.execution.value()));
}

TEST(CheckOrders, PlacesCountARanksOwnOps) {
    const OrdersVerdict verdict = judge(tiny_orders(1, {"0F0 3F0 3B0 0B0", "1F0 2F0 2B0 1B0"}, 2));
    EXPECT_THAT(
        words(verdict),
        ElementsAre("own-rank, rank 0 op 1: F of microbatch 0 on stage 3 is on rank 0, but rank 1 holds stage 3",
                    "own-rank, rank 0 op 2: B of microbatch 0 on stage 3 is on rank 0, but rank 1 holds stage 3",
                    "own-rank, rank 1 op 1: F of microbatch 0 on stage 2 is on rank 1, but rank 0 holds stage 2",
                    "own-rank, rank 1 op 2: B of microbatch 0 on stage 2 is on rank 1, but rank 0 holds stage "
                    "2"));
    EXPECT_FALSE(verdict.execution.has_value());
}

TEST(CheckOrders, IncompleteOrdersAreNotRun) {
    const OrdersVerdict verdict = judge(tiny_orders(2, {"F0 F1 I0 I1 W0", "F0 I0 F1 I1 W0 W1"}));
    EXPECT_THAT(words(verdict), ElementsAre("exactly-once, rank 0 op 3: I of microbatch 1 on stage 0 has no W"));
    EXPECT_FALSE(verdict.execution.has_value());
}

TEST(CheckOrders, TheCapIsJudgedOverTheTimesFound) {
    const Orders orders = tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"});
    Problem problem = problem_of(orders);
    problem.max_in_flight = 1;
    const OrdersVerdict verdict = check_orders(problem, orders);
    EXPECT_THAT(words(verdict), ElementsAre("in-flight-cap, rank 0 op 1: F of microbatch 1 on stage 0 is in-flight "
                                            "activation 2 of rank 0 at tick 1, but the cap is 1"));
    EXPECT_TRUE(verdict.execution.has_value());
}

TEST(CheckOrders, ModelsAskedForAreNamedInWhatTheyObjectTo) {
    const Orders orders = tiny_orders(2, {"F0 F1 B1 B0", "F0 B0 F1 B1"});
    const std::vector<Communication> models{{}, {.handover = Handover::buffered, .slots = 1}, {.fifo = true}};
    const OrdersVerdict verdict = check_orders(problem_of(orders), orders, models);
    EXPECT_THAT(words(verdict),
                ElementsAre("deadlock, rank 0 op 2: under buffered:1: rank 0 waits to receive 1B1 from rank 1, which "
                            "waits to send 1B1 to rank 0",
                            "payload, rank 0 op 2: under dependencies+fifo: rank 0 expects 1B1 from rank 1 and gets "
                            "1B0, message 0 between them"));
    ASSERT_EQ(verdict.models.size(), 3U);
    EXPECT_TRUE(verdict.models[0].runs());
    EXPECT_TRUE(judge(orders).report.valid());
}

TEST(CheckOrders, ACycleIsNamedOnceForDependenciesAndOnceForEachModel) {
    const Orders orders = tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"});
    const std::vector<Communication> models{{}, {.handover = Handover::grouped}};
    EXPECT_EQ(check_orders(problem_of(orders), orders, models).report.count(Rule::deadlock), 2U);
}

TEST(CheckOrders, ModelsAreNotAskedOfOrdersThatAreIncomplete) {
    const Orders orders = tiny_orders(1, {"F0", "F0 B0"});
    EXPECT_THAT(check_orders(problem_of(orders), orders, std::vector<Communication>{{}}).models, IsEmpty());
}

TEST(CheckOrders, ShardedStagesAreRunAllTheSame) {
    const OrdersVerdict verdict = judge(tiny_orders(1, {"F0 U0 B0 R0", "U0 F0 B0"}));
    EXPECT_THAT(words(verdict), ElementsAre("sharding, rank 0 op 0: 0F0 computes with weights that are sharded"));
    EXPECT_TRUE(std::holds_alternative<Executed>(verdict.execution.value()));
}

TEST(CheckOrders, ListsThatDoNotFitTheShapeAreNotRun) {
    Orders orders = tiny_orders(1, {"F0 B0", "F0 B0"});
    orders.ranks = 3;
    EXPECT_THAT(words(judge(orders)), ElementsAre("ids, orders: orders are given for 2 ranks, but there are 3 ranks"));
    orders.ranks = 2;
    orders.placement = Placement::listed({0, 7, 1});
    EXPECT_THAT(words(judge(orders)),
                ElementsAre("ids, orders: the placement tells of 3 stages, but there are 2 stages",
                            "ids, orders: the placement puts stage 1 on rank 7, but there are only 2 ranks"));
    orders.placement = Placement::listed({1, 0});
    EXPECT_EQ(judge(orders).report.count(Rule::own_rank), 4U);
    std::swap(orders.by_rank[0], orders.by_rank[1]);
    EXPECT_TRUE(judge(orders).report.valid());
}

TEST(CheckOrders, AShapeWithoutOpsIsNotValid) {
    EXPECT_EQ(judge(Orders{}).report.count(Rule::ids), 2U);
    Orders orders = tiny_orders(0, {"", ""});
    EXPECT_THAT(words(judge(orders)), ElementsAre("ids, orders: microbatches is 0"));
    orders = tiny_orders(1, {"F0 B0"}, 0);
    EXPECT_THAT(words(judge(orders)), ElementsAre("ids, orders: virtual is 0"));
}

}  // namespace
}  // namespace tickproof::check

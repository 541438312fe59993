#include "properties/check/expect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;

Agreement judge(const Orders& orders, const Expectation& expected) {
    const Problem problem = problem_of(orders);
    return compare(problem, orders, check_orders(problem, orders), expected);
}

std::vector<std::string> disagreements(const Orders& orders, const Expectation& expected) {
    const Agreement agreement = judge(orders, expected);
    const auto* disagrees = std::get_if<Disagrees>(&agreement);
    return disagrees == nullptr ? std::vector<std::string>{} : disagrees->sentences;
}

std::vector<std::string> unjudged(const Orders& orders, const Expectation& expected) {
    const Agreement agreement = judge(orders, expected);
    const auto* cannot = std::get_if<CannotJudge>(&agreement);
    return cannot == nullptr ? std::vector<std::string>{} : cannot->what;
}

bool agrees(const Orders& orders, const Expectation& expected) {
    return std::holds_alternative<Agrees>(judge(orders, expected));
}

Orders runs() { return tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}); }
Orders locks() { return tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"}); }
Orders lacks_a_weight_half() { return tiny_orders(1, {"F0 I0", "F0 I0 W0"}); }
Orders shards() {
    Orders orders = tiny_orders(1, {"F0 B0", "F0 B0"});
    orders.by_rank[0].push_back({ActionKind::unshard, false, 0, 0});
    return orders;
}

Expectation all_of_runs() {
    return {.valid = true,
            .dependencies_run = true,
            .makespan_ticks = 6,
            .messages = 4,
            .peak = {{2, 1}},
            .peak_freed_at_input_gradient = {{2, 1}},
            .buffered = {{0, false}, {1, true}},
            .grouped_runs = true,
            .fifo_fits = true};
}

TEST(Compare, AgreesWithEveryRightClaim) {
    EXPECT_TRUE(agrees(runs(), {}));
    EXPECT_TRUE(agrees(runs(), all_of_runs()));
    Expectation of_cycle;
    of_cycle.dependencies_run = false;
    EXPECT_TRUE(agrees(locks(), of_cycle));
    of_cycle.valid = false;
    EXPECT_TRUE(agrees(locks(), of_cycle));
    Expectation invalid;
    invalid.valid = false;
    EXPECT_TRUE(agrees(lacks_a_weight_half(), invalid));
}

TEST(Compare, NamesEachWrongClaim) {
    const Expectation wrong{.valid = false,
                            .dependencies_run = false,
                            .makespan_ticks = 7,
                            .messages = 5,
                            .peak = {{2, 2}},
                            .peak_freed_at_input_gradient = {{2}},
                            .buffered = {{1, false}, {0, true}},
                            .grouped_runs = false,
                            .fifo_fits = false};
    EXPECT_THAT(
        disagreements(runs(), wrong),
        ElementsAre("verdict: expected invalid, found valid", "dependencies: expected cycle, found ok",
                    "makespan: expected 7, found 6", "messages: expected 5, found 4",
                    "peak: expected [2, 2], found [2, 1]", "peak_freed_at_input_gradient: expected [2], found [2, 1]",
                    "buffered 1: expected deadlock, found ok", "buffered 0: expected ok, found deadlock",
                    "grouped: expected deadlock, found ok", "fifo: expected swap, found ok"));
}

TEST(Compare, AClaimOnAnExecutionThatDidNotTakePlaceDisagrees) {
    Expectation expected;
    expected.makespan_ticks = 6;
    EXPECT_THAT(disagreements(locks(), expected), ElementsAre("makespan: expected 6, but the orders run into a cycle"));
    expected = {};
    expected.dependencies_run = false;
    EXPECT_THAT(disagreements(lacks_a_weight_half(), expected),
                ElementsAre("dependencies: expected cycle, but the orders are invalid and were not run"));
}

TEST(Compare, ASwapIsOneOfPayloadsAlone) {
    const Orders swapped = tiny_orders(2, {"F0 F1 B1 B0", "F0 B0 F1 B1"});
    Expectation expected;
    expected.fifo_fits = false;
    EXPECT_TRUE(agrees(swapped, expected));
    expected.fifo_fits = true;
    EXPECT_THAT(disagreements(swapped, expected), ElementsAre("fifo: expected ok, found swap"));
}

TEST(Compare, OrdersThatCannotBeRunLeaveClaimsUnjudged) {
    Expectation expected;
    expected.makespan_ticks = 4;
    EXPECT_THAT(unjudged(shards(), expected), ElementsAre("sharding actions"));
    expected = {};
    expected.valid = true;
    EXPECT_THAT(unjudged(shards(), expected), ElementsAre("sharding actions"));
    Orders incomplete = shards();
    incomplete.by_rank[1].pop_back();
    EXPECT_THAT(disagreements(incomplete, expected), ElementsAre("verdict: expected valid, found invalid"));
}

}  // namespace
}  // namespace tickproof::check

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

bool agrees(const Orders& orders, const Expectation& expected) {
    return std::holds_alternative<Agrees>(judge(orders, expected));
}

Orders runs() { return tiny_orders(2, {"F0 F1 B0 B1", "F0 B0 F1 B1"}); }
Orders locks() { return tiny_orders(1, {"F0 W0 I0", "F0 I0 W0"}); }
Orders lacks_a_weight_half() { return tiny_orders(1, {"F0 I0", "F0 I0 W0"}); }

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

TEST(Compare, OrdersThatAreNotRunAgreeToNoClaimOfAModel) {
    const Expectation expected{.buffered = {{0, false}, {7, true}}, .grouped_runs = false, .fifo_fits = false};
    EXPECT_THAT(disagreements(lacks_a_weight_half(), expected),
                ElementsAre("buffered 0: expected deadlock, but the orders are invalid and were not run",
                            "buffered 7: expected ok, but the orders are invalid and were not run",
                            "grouped: expected deadlock, but the orders are invalid and were not run",
                            "fifo: expected swap, but the orders are invalid and were not run"));
}

TEST(Compare, OrdersThatNoBufferHelpsDeadlockUnderAll) {
    EXPECT_TRUE(agrees(locks(), {.buffered = {{0, false}, {~std::uint64_t{0}, false}}, .grouped_runs = false}));
    EXPECT_TRUE(agrees(runs(), {.buffered = {{~std::uint64_t{0}, true}}}));
}

// A claim must not cost an execution of its own.
TEST(Compare, AMillionClaimsAreJudged) {
    Expectation expected;
    for (std::uint64_t slots = 0; slots < 1'000'000; ++slots) expected.buffered.push_back({slots, slots > 0});
    EXPECT_TRUE(agrees(runs(), expected));
    expected.buffered.back().runs = false;
    EXPECT_THAT(disagreements(runs(), expected), ElementsAre("buffered 999999: expected deadlock, found ok"));
}

}  // namespace
}  // namespace tickproof::check

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/rules.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const Orders& orders) {
    std::vector<std::string> found;
    const Report report = sharding(problem_of(orders), orders);
    for (const Violation& violation : report.violations()) {
        found.push_back(std::string(text(violation.rule).id) + ", " + violation.place + ": " + violation.witness);
    }
    return found;
}
std::vector<std::string> faults(const char* rank_0, const char* rank_1) {
    return faults(tiny_orders(2, {rank_0, rank_1}));
}

constexpr const char* whole = "U0 F0 B0 F1 B1 R0";

TEST(Sharding, IsJudgedOnlyWhereOrdersSayIt) {
    EXPECT_THAT(faults("F0 F1 B0 B1", "F0 B0 F1 B1"), IsEmpty());
    EXPECT_THAT(faults(whole, whole), IsEmpty());
    EXPECT_THAT(faults(tiny_orders(1, {"U0 F0 sF0 rB0 B0 R0", "U0 rF0 F0 B0 sB0 R0"})), IsEmpty());
    EXPECT_THAT(faults(whole, "F0 B0 F1 B1"),
                ElementsAre("sharding, rank 1 op 0: 1F0 computes with weights that are sharded",
                            "sharding, rank 1 op 1: 1B0 computes with weights that are sharded",
                            "sharding, rank 1 op 2: 1F1 computes with weights that are sharded",
                            "sharding, rank 1 op 3: 1B1 computes with weights that are sharded"));
}

TEST(Sharding, EveryKindOfComputeNeedsItsOwnStageWhole) {
    EXPECT_THAT(faults(tiny_orders(1, {"U0 F0 R0 I0 W0"})),
                ElementsAre("sharding, rank 0 op 3: 0I0 computes with weights that are sharded",
                            "sharding, rank 0 op 4: 0W0 computes with weights that are sharded"));
    EXPECT_THAT(faults(tiny_orders(1, {"0U0 0F0 1F0 1B0 0B0"}, 2)),
                ElementsAre("sharding, rank 0 op 2: 1F0 computes with weights that are sharded",
                            "sharding, rank 0 op 3: 1B0 computes with weights that are sharded"));
    EXPECT_THAT(faults(tiny_orders(1, {"0U0 0F0 1U0 0R0 1F0 1B0 1R0 0U0 0B0"}, 2)), IsEmpty());
}

TEST(Sharding, WhatIsShardedIsNotShardedAgain) {
    EXPECT_THAT(faults(whole, "R0 U0 F0 B0 F1 B1 R0 R0"),
                ElementsAre("sharding, rank 1 op 0: 1RESHARD shards weights that are sharded already",
                            "sharding, rank 1 op 7: 1RESHARD shards weights that are sharded already"));
    EXPECT_THAT(faults(whole, "U0 U0 F0 B0 F1 B1"), IsEmpty());
}

TEST(Sharding, GradientsAreReducedOnceAndLast) {
    EXPECT_THAT(faults("F0 F1 B0 B1 G0", "F0 B0 F1 B1 G0"), IsEmpty());
    EXPECT_THAT(
        faults("F0 F1 B0 G0 B1", "F0 B0 F1 B1 G0"),
        ElementsAre("sharding, rank 0 op 3: 0REDUCE_GRAD comes before 0B1 at op 4, which adds to the gradient"));
    EXPECT_THAT(faults("F0 F1 B0 B1 G0 G0", "F0 B0 F1 B1 G0"),
                ElementsAre("sharding, rank 0 op 5: 0REDUCE_GRAD comes a second time, first at op 4"));
    EXPECT_THAT(faults("F0 F1 B0 B1 G0", "F0 B0 F1 B1"),
                ElementsAre("sharding, rank 1: stage 1 has no 1REDUCE_GRAD, and other stages have"));
    EXPECT_THAT(faults("F0 F1 B0 B1", "F0 B0 F1 B1 G0"),
                ElementsAre("sharding, rank 0: stage 0 has no 0REDUCE_GRAD, and other stages have"));
}

TEST(Sharding, AWeightGradientIsAddedByItsWAndNotByItsI) {
    EXPECT_THAT(faults(tiny_orders(2, {"F0 F1 I0 W0 I1 W1 G0"})), IsEmpty());
    EXPECT_THAT(
        faults(tiny_orders(2, {"F0 F1 I0 I1 W0 G0 W1"})),
        ElementsAre("sharding, rank 0 op 5: 0REDUCE_GRAD comes before 0W1 at op 6, which adds to the gradient"));
    EXPECT_THAT(faults(tiny_orders(2, {"F0 F1 W0 W1 G0 I0 I1"})), IsEmpty());  // not in order, but not of this rule
}

TEST(Sharding, OfAStageOfAnotherRankIsAnothersRule) {
    EXPECT_THAT(faults("1U0 U0 F0 B0 F1 B1", whole),
                ElementsAre("own-rank, rank 0 op 0: 1UNSHARD is of a stage that this rank does not hold"));
    EXPECT_THAT(faults("2G0 F0 F1 B0 B1 G0", "F0 B0 F1 B1 4294967295G0 G0"),
                ElementsAre("own-rank, rank 0 op 0: 2REDUCE_GRAD is of a stage that this rank does not hold",
                            "own-rank, rank 1 op 4: 4294967295REDUCE_GRAD is of a stage that this rank does not hold"));
}

TEST(Sharding, AMillionFaultsAreCounted) {
    Orders orders = tiny_orders(1, {"F0 B0"});
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        orders.by_rank[0].push_back({ActionKind::reshard, false, 0, 0});
        orders.by_rank[0].push_back({ActionKind::unshard, false, ~i, 0});
        orders.by_rank[0].push_back({ActionKind::reduce_gradient, false, 0, 0});
    }
    const Report report = check_orders(problem_of(orders), orders).report;
    EXPECT_EQ(report.count(Rule::own_rank), 1'000'000U);
    EXPECT_EQ(report.count(Rule::sharding), 2U + 1'000'000U + 999'999U);
}

}  // namespace
}  // namespace tickproof::check

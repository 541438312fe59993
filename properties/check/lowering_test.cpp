#include "properties/check/lowering.h"

#include <gtest/gtest.h>

namespace tickproof::check {

namespace {

constexpr Action forward{ActionKind::forward, false, 0, 0};
constexpr Action backward{ActionKind::backward, false, 0, 0};
constexpr Action send{ActionKind::send_forward, false, 0, 0};
constexpr Action unshard{ActionKind::unshard, false, 0, 0};

Orders orders(std::vector<std::vector<Action>> by_rank) {
    return {.id = {}, .ranks = by_rank.size(), .chunks = 1, .microbatches = 1, .by_rank = std::move(by_rank)};
}

std::string only_violation(const Orders& compute_only, const Orders& lowered) {
    const Report report = check_lowering(compute_only, lowered);
    if (report.count() != 1) return std::to_string(report.count()) + " violations";
    EXPECT_EQ(report.violations()[0].rule, Rule::lowering);
    return report.violations()[0].place + ": " + report.violations()[0].witness;
}

TEST(Lowering, LooksAtComputesAlone) {
    const Orders compute_only = orders({{forward, backward}, {}});
    EXPECT_TRUE(check_lowering(compute_only, compute_only).valid());
    EXPECT_TRUE(check_lowering(compute_only, orders({{unshard, forward, send, backward}, {unshard}})).valid());
}

TEST(Lowering, NamesTheFirstComputeThatDiffers) {
    const Orders compute_only = orders({{forward, backward}});
    EXPECT_EQ(only_violation(compute_only, orders({{unshard, backward, forward}})),
              "rank 0 op 1: computes 0B0 where the orders to implement compute 0F0");
    EXPECT_EQ(only_violation(compute_only, orders({{forward, send}})),
              "rank 0 op 2: computes the end where the orders to implement compute 0B0");
    EXPECT_EQ(only_violation(compute_only, orders({{forward, backward, send, backward}})),
              "rank 0 op 3: computes 0B0 where the orders to implement compute the end");
    EXPECT_EQ(only_violation(compute_only, orders({{forward, backward}, {forward}})),
              "rank 1 op 0: computes 0F0 where the orders to implement compute the end");
}

TEST(Lowering, KeepsPairsTogether) {
    const Action pair{ActionKind::forward, true, 0, 0};
    EXPECT_EQ(only_violation(orders({{pair, backward}}), orders({{forward, backward}})),
              "rank 0 op 0: computes 0F0 where the orders to implement compute 0F0 of an overlapped pair");
}

TEST(Lowering, CountsEachRank) {
    EXPECT_EQ(check_lowering(orders({{forward}, {forward}}), orders({{}, {}})).count(), 2U);
}

}  // namespace

}  // namespace tickproof::check

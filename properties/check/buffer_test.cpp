#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/rules.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Slots = std::vector<std::uint32_t>;

std::vector<std::string> faults(Orders orders, std::vector<Slots> slots) {
    orders.buffers = std::move(slots);
    std::vector<std::string> found;
    const Report report = buffer(orders);
    for (const Violation& violation : report.violations()) {
        EXPECT_EQ(violation.rule, Rule::buffer);
        found.push_back(violation.place + ": " + violation.witness);
    }
    return found;
}
std::vector<std::string> faults(const char* rank, const Slots& slots) {
    return faults(tiny_orders(3, {rank}), {slots});
}

TEST(Buffer, OrdersWithoutSlotsHaveNoSuchFault) { EXPECT_THAT(faults(tiny_orders(2, {"F0 F1 B0 B1"}), {}), IsEmpty()); }

TEST(Buffer, ASlotIsFreeAfterTheBackward) {
    EXPECT_THAT(faults("F0 B0 F1 B1 F2 B2", {0, 0, 0, 0, 0, 0}), IsEmpty());
    EXPECT_THAT(faults("F0 F1 B0 F2 B1 B2", {0, 1, 0, 0, 1, 0}), IsEmpty());
}

TEST(Buffer, ALiveSlotIsNotWritten) {
    EXPECT_THAT(faults("F0 F1 F2 B0 B1 B2", {0, 1, 0, 0, 1, 0}),
                ElementsAre("rank 0 op 2: 0F2 writes slot 0, which 0F0 at op 0 filled and 0B0 at op 3 has yet to use"));
    // One that lives longer than the next is the one that is overwritten again.
    EXPECT_THAT(faults("F0 F1 B1 F2 B2 B0", {0, 0, 0, 0, 0, 0}),
                ElementsAre("rank 0 op 1: 0F1 writes slot 0, which 0F0 at op 0 filled and 0B0 at op 5 has yet to use",
                            "rank 0 op 3: 0F2 writes slot 0, which 0F0 at op 0 filled and 0B0 at op 5 has yet to use"));
}

TEST(Buffer, ASlotIsJudgedAnewForEachOfItsUses) {
    EXPECT_THAT(faults("F0 B0 F1 F2 B1 B2", {0, 0, 0, 0, 0, 0}),
                ElementsAre("rank 0 op 3: 0F2 writes slot 0, which 0F1 at op 2 filled and 0B1 at op 4 has yet to use"));
    EXPECT_THAT(faults("F0 F1 F2 B1 B2 B0", {0, 1, 1, 1, 1, 0}),
                ElementsAre("rank 0 op 2: 0F2 writes slot 1, which 0F1 at op 1 filled and 0B1 at op 3 has yet to use"));
    EXPECT_THAT(faults(tiny_orders(2, {"F0 B0 F1 B1", "F0 F1 B0 B1"}), {{0, 0, 0, 0}, {5, 5, 5, 5}}),
                ElementsAre("rank 1 op 1: 1F1 writes slot 5, which 1F0 at op 0 filled and 1B0 at op 2 has yet to use"));
}

TEST(Buffer, AWeightGradientStillReadsTheSlot) {
    EXPECT_THAT(faults("F0 I0 F1 W0 I1 W1", {0, 0, 0, 0, 0, 0}),
                ElementsAre("rank 0 op 2: 0F1 writes slot 0, which 0F0 at op 0 filled and 0W0 at op 3 has yet to use"));
}

TEST(Buffer, WhatIsReceivedFillsASlotAndWhatIsSentIsStillInIt) {
    EXPECT_THAT(faults("rF0 F0 B0 sB0 rF1 F1 B1 sB1", {0, 0, 0, 0, 0, 0, 0, 0}), IsEmpty());
    EXPECT_THAT(
        faults("rF0 F0 B0 rF1 sB0 F1 B1 sB1", {0, 0, 0, 0, 0, 0, 0, 0}),
        ElementsAre("rank 0 op 3: 0RECV_F1 writes slot 0, which 0RECV_F0 at op 0 filled and 0SEND_B0 at op 4 has yet "
                    "to use"));
}

TEST(Buffer, AMicrobatchStaysInItsSlot) {
    EXPECT_THAT(faults("F0 B0", {7, 1}), ElementsAre("rank 0 op 1: 0B0 uses slot 1, but 0F0 is in slot 7 since op 0"));
}

TEST(Buffer, SlotsAreARanksOwnAndAStagesMicrobatchesAreTheirOwn) {
    EXPECT_THAT(faults(tiny_orders(1, {"F0 B0", "F0 B0"}), {{0, 0}, {0, 0}}), IsEmpty());
    EXPECT_THAT(faults(tiny_orders(1, {"0F0 1F0 1B0 0B0"}, 2), {{0, 0, 0, 0}}).size(), 1U);
    EXPECT_THAT(faults(tiny_orders(1, {"0F0 1F0 1B0 0B0"}, 2), {{0, 1, 1, 0}}), IsEmpty());
}

TEST(Buffer, ActionsOfAStagesWeightsUseNoSlot) { EXPECT_THAT(faults("U0 F1 B1 G0", {0, 0, 0, 7}), IsEmpty()); }

TEST(Buffer, IsJudgedWithTheOrders) {
    Orders orders = tiny_orders(2, {"F0 F1 B0 B1"});
    EXPECT_TRUE(check_orders(problem_of(orders), orders).report.valid());
    orders.buffers = {{0, 0, 0, 0}};
    const OrdersVerdict verdict = check_orders(problem_of(orders), orders);
    EXPECT_EQ(verdict.report.count(Rule::buffer), 1U);
    EXPECT_TRUE(verdict.execution.has_value());
}

TEST(Buffer, AMillionFaultsAreCounted) {
    constexpr std::uint32_t count = 1'000'000;
    Orders orders = tiny_orders(count, {""});
    for (std::uint32_t i = 0; i < count; ++i) orders.by_rank[0].push_back({ActionKind::forward, false, 0, i});
    for (std::uint32_t i = 0; i < count; ++i) orders.by_rank[0].push_back({ActionKind::backward, false, 0, i});
    orders.buffers = {Slots(std::size_t{2} * count, ~std::uint32_t{0})};
    EXPECT_EQ(buffer(orders).count(), count - 1);
    for (std::uint32_t i = 0; i < count; ++i) orders.buffers[0][i] = i;
    EXPECT_EQ(buffer(orders).count(Rule::buffer), 1U * count);
}

}  // namespace
}  // namespace tickproof::check

#include "properties/check/difference.h"

#include <gtest/gtest.h>

namespace tickproof::check {

namespace {

constexpr auto F = ActionKind::forward;
constexpr auto B = ActionKind::backward;
constexpr auto I = ActionKind::backward_input;
constexpr auto W = ActionKind::backward_weight;

using Actions = std::vector<Action>;

Action act(ActionKind kind, std::uint32_t stage, std::uint32_t microbatch) { return {kind, false, stage, microbatch}; }

Orders orders(std::vector<Actions> by_rank) {
    return {.id = {}, .ranks = by_rank.size(), .chunks = 2, .microbatches = 4, .by_rank = std::move(by_rank)};
}

// Whether orders of one rank that hold these two ops differ in no more than their places.
bool may_be_swapped(Action a, Action b) {
    const Difference found = difference(orders({{a, b}}), orders({{b, a}}));
    const bool swapped = std::holds_alternative<SameButForSwaps>(found);
    EXPECT_NE(swapped, std::holds_alternative<Differ>(found));
    return swapped;
}

std::string words(const Orders& first, const Orders& second) {
    const Difference found = difference(first, second);
    return std::holds_alternative<Differ>(found) ? std::get<Differ>(found).words : "none";
}

TEST(Difference, OfTheSameIsNone) {
    const Orders both = orders({{act(F, 0, 0), act(F, 0, 1)}, {act(F, 1, 0)}, {}});
    EXPECT_TRUE(std::holds_alternative<SameOrders>(difference(both, both)));
}

TEST(Difference, IsNoneInTheIdOrWhereActionsWereRead) {
    const Orders one = orders({{act(F, 0, 0)}});
    Orders other = one;
    other.id = "b";
    other.columns = {{7}};
    EXPECT_TRUE(std::holds_alternative<SameOrders>(difference(one, other)));
}

TEST(Difference, OfMicrobatchesIsASwap) {
    EXPECT_TRUE(may_be_swapped(act(F, 0, 0), act(F, 0, 1)));
    EXPECT_TRUE(may_be_swapped(act(F, 0, 1), act(B, 0, 0)));
    EXPECT_TRUE(may_be_swapped(act(F, 2, 0), act(F, 0, 1)));
    EXPECT_TRUE(may_be_swapped(act(W, 0, 0), act(I, 0, 1)));
}

TEST(Difference, OfAMicrobatchesChainIsNoSwap) {
    EXPECT_FALSE(may_be_swapped(act(F, 0, 0), act(B, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(F, 0, 0), act(I, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(I, 0, 0), act(W, 0, 0)));
    // Through the stages between, which may be on other ranks.
    EXPECT_FALSE(may_be_swapped(act(F, 0, 0), act(F, 2, 0)));
    EXPECT_FALSE(may_be_swapped(act(B, 2, 0), act(B, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(F, 0, 0), act(B, 2, 0)));
}

TEST(Difference, OfAWeightGradientIsASwapWhereItsResultIsNotAwaited) {
    EXPECT_TRUE(may_be_swapped(act(W, 2, 0), act(I, 0, 0)));
    EXPECT_TRUE(may_be_swapped(act(W, 2, 0), act(W, 0, 0)));
    EXPECT_TRUE(may_be_swapped(act(W, 2, 0), act(B, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(W, 0, 0), act(I, 2, 0)));
    EXPECT_FALSE(may_be_swapped(act(F, 2, 0), act(W, 0, 0)));
}

TEST(Difference, OfCommunicationIsNoSwap) {
    EXPECT_FALSE(may_be_swapped(act(ActionKind::send_forward, 0, 0), act(F, 0, 1)));
    EXPECT_FALSE(may_be_swapped(act(ActionKind::send_forward, 0, 0), act(ActionKind::receive_backward, 0, 1)));
    EXPECT_FALSE(may_be_swapped(act(F, 0, 1), act(ActionKind::send_forward, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(ActionKind::unshard, 0, 0), act(F, 2, 0)));
}

// Rank 1 runs its forward of microbatch 0 before the backward of microbatch 1 that rank 0 now waits for first.
TEST(Difference, IsASwapAfterWhichTheRanksWaitInACycle) {
    Orders first{.id = {}, .ranks = 2, .chunks = 1, .microbatches = 2, .by_rank = {}};
    first.placement = Placement::loop(2);
    first.by_rank = {{act(F, 0, 1), act(F, 0, 0), act(B, 0, 1), act(B, 0, 0)},
                     {act(F, 1, 1), act(F, 1, 0), act(B, 1, 1), act(B, 1, 0)}};
    Orders second = first;
    std::swap(second.by_rank[0][1], second.by_rank[0][2]);
    const std::string harm =
        "rank 0 op 1: 0F0 and 0B1 are swapped, and only the first is valid: in the second rank 0 "
        "waits to receive 1B1 from rank 1, which waits to receive 0F0 from rank 0";
    EXPECT_EQ(words(first, second), harm);
    EXPECT_EQ(words(second, first),
              "rank 0 op 1: 0B1 and 0F0 are swapped, and only the second is valid: in the first "
              "rank 0 waits to receive 1B1 from rank 1, which waits to receive 0F0 from rank 0");
}

TEST(Difference, OfOverlappedPairsIsNoSwap) {
    const Action pair{F, true, 0, 2};
    EXPECT_EQ(words(orders({{pair, act(B, 0, 0), act(F, 0, 3)}}), orders({{act(F, 0, 3), pair, act(B, 0, 0)}})),
              "rank 0 op 0: 0F2 in the first, 0F3 in the second");
    EXPECT_EQ(words(orders({{pair, act(B, 0, 0), act(F, 0, 3)}}), orders({{pair, act(F, 0, 3), act(B, 0, 0)}})),
              "rank 0 op 1: 0B0 in the first, 0F3 in the second");
    EXPECT_FALSE(may_be_swapped(pair, act(B, 0, 0)));
    EXPECT_FALSE(may_be_swapped(act(B, 0, 0), pair));
    EXPECT_EQ(words(orders({{pair, act(B, 0, 0)}}), orders({{act(F, 0, 2), act(B, 0, 0)}})),
              "rank 0 op 0: 0F2 in the first, 0F2 in the second, overlapped with the next in one of them only");
}

TEST(Difference, MovesNoOpByMoreThanOnePlace) {
    const Difference twice = difference(orders({{act(F, 0, 0), act(F, 0, 1), act(F, 0, 2), act(F, 0, 3)}}),
                                        orders({{act(F, 0, 1), act(F, 0, 0), act(F, 0, 3), act(F, 0, 2)}}));
    ASSERT_TRUE(std::holds_alternative<SameButForSwaps>(twice));
    const std::vector<Swap>& swaps = std::get<SameButForSwaps>(twice).swaps;
    ASSERT_EQ(swaps.size(), 2U);
    EXPECT_EQ(in_words(swaps[0]), "rank 0 op 0: 0F0 and 0F1 are swapped");
    EXPECT_EQ(in_words(swaps[1]), "rank 0 op 2: 0F2 and 0F3 are swapped");
    EXPECT_EQ(words(orders({{act(F, 0, 0), act(F, 0, 1), act(F, 0, 2)}}),
                    orders({{act(F, 0, 1), act(F, 0, 2), act(F, 0, 0)}})),
              "rank 0 op 0: 0F0 in the first, 0F1 in the second");
}

TEST(Difference, NamesTheFirstPlace) {
    const Orders longer = orders({{act(F, 0, 0)}, {act(F, 1, 0), act(B, 1, 0)}});
    const Orders shorter = orders({{act(F, 0, 0)}, {act(F, 1, 0)}});
    EXPECT_EQ(words(longer, shorter), "rank 1 op 1: 1B0 in the first, the end in the second");
    EXPECT_EQ(words(shorter, longer), "rank 1 op 1: the end in the first, 1B0 in the second");
    // A swap before it is no difference.
    EXPECT_EQ(words(orders({{act(F, 0, 0), act(F, 0, 1), act(B, 0, 0)}}),
                    orders({{act(F, 0, 1), act(F, 0, 0), act(B, 0, 1)}})),
              "rank 0 op 2: 0B0 in the first, 0B1 in the second");
}

TEST(Difference, OfShapesIsNamedFirst) {
    const Orders base = orders({{act(F, 0, 0)}});
    const auto with = [&base](std::uint64_t Orders::* count, std::uint64_t value) {
        Orders other = base;
        other.*count = value;
        return words(base, other);
    };
    EXPECT_EQ(with(&Orders::ranks, 5), "stages is 1 in the first, 5 in the second");
    EXPECT_EQ(with(&Orders::chunks, 5), "virtual is 2 in the first, 5 in the second");
    EXPECT_EQ(with(&Orders::microbatches, 5), "microbatches is 4 in the first, 5 in the second");
    Orders other = base;
    other.by_rank.emplace_back();
    EXPECT_EQ(words(base, other), "the number of lists is 1 in the first, 2 in the second");
}

}  // namespace

}  // namespace tickproof::check

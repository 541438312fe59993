#include "planner/formats/shown_shape.h"

#include <gtest/gtest.h>

#include "planner/formats/action_text.h"

namespace tickproof::formats {
namespace {

using Rows = std::vector<std::vector<std::string_view>>;

Orders shown(const Rows& rows) {
    Orders orders;
    for (const auto& row : rows) {
        std::vector<Action>& actions = orders.by_rank.emplace_back();
        for (const std::string_view text : row) actions.push_back(action_from(text, std::nullopt).value());
    }
    return with_shown_shape(std::move(orders));
}

TEST(ShownShape, IsWhatTheOpsShow) {
    const Orders orders = shown({{"0F0", "2F0", "2B0", "0B0"}, {"1F0", "3F0", "3B0", "1B0"}});
    EXPECT_EQ(orders.ranks, 2U);
    EXPECT_EQ(orders.chunks, 2U);
    EXPECT_EQ(orders.microbatches, 1U);
    EXPECT_EQ(orders.placement, Placement::loop(2));
}

TEST(ShownShape, CountsOpsAlone) {
    const Orders orders = shown({{"0F0", "1SEND_F7", "5UNSHARD", "0B0"}, {"1F0", "1B0"}});
    EXPECT_EQ(orders.chunks, 1U);
    EXPECT_EQ(orders.microbatches, 1U);
}

TEST(ShownShape, LeavesOutWhatIsShownTooSeldom) {
    EXPECT_EQ(shown({{"0F0", "0F1", "0B0", "0B1", "0F2"}, {"1F0", "1F1", "1B0", "1B1"}}).microbatches, 2U);
    EXPECT_EQ(shown({{"0F0", "0F1", "0B0", "0B1", "0F2", "0B2"}, {"1F0", "1F1", "1B0", "1B1"}}).microbatches, 3U);
    EXPECT_EQ(shown({{"0F0", "0F4294967295", "0B0"}}).microbatches, 1U);
    EXPECT_EQ(shown({{"7F7"}}).microbatches, 1U);
    EXPECT_EQ(shown({{"7F7"}}).chunks, 1U);
}

TEST(ShownShape, HasRoomForAStageThatNobodyHas) {
    const Orders orders = shown({{"0F0", "0B0"}, {"2F0", "2B0"}});
    EXPECT_EQ(orders.chunks, 2U);
    EXPECT_EQ(orders.placement, Placement::listed({0, 1, 1}));
}

TEST(ShownShape, OfNothingIsNothing) {
    const Orders none = shown({});
    EXPECT_EQ(none.ranks, 0U);
    EXPECT_EQ(none.chunks, 1U);
    const Orders idle = shown({{}, {}});
    EXPECT_EQ(idle.ranks, 2U);
    EXPECT_EQ(idle.chunks, 1U);
}

TEST(ShownShape, CallsPlacementsByTheirNames) {
    EXPECT_EQ(placement_of({0, 1, 0, 1}, 2), Placement::loop(2));
    EXPECT_EQ(placement_of({0, 1, 1, 0}, 2), Placement::v_shaped(2));
    EXPECT_EQ(placement_of({0, 1, 0}, 2), Placement::listed({0, 1, 0}));
    EXPECT_EQ(placement_of({1, 0}, 2), Placement::listed({1, 0}));
}

}  // namespace
}  // namespace tickproof::formats

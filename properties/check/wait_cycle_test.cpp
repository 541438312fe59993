#include "properties/check/wait_cycle.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace tickproof::check {
namespace {

using Ranks = std::vector<std::uint32_t>;
using WaitsFor = std::vector<Ranks>;

TEST(WaitCycle, OfOneThatWaitsForItselfIsThatOne) {
    EXPECT_EQ(wait_cycle({{1}, {0, 1}}), Ranks{1});
    EXPECT_EQ(wait_cycle({{}, {}, {2}}), Ranks{2});
}

TEST(WaitCycle, LeavesOutThoseThatOnlyWait) { EXPECT_EQ(wait_cycle({{1}, {2}, {3}, {2}}), (Ranks{2, 3})); }

TEST(WaitCycle, TakesShortcuts) {
    EXPECT_EQ(wait_cycle({{1, 3}, {2}, {3}, {4}, {0}}), (Ranks{0, 3, 4}));
    EXPECT_EQ(wait_cycle({{1}, {2}, {3, 1}, {0}}), (Ranks{1, 2}));
}

// Over random waits: each member waits for the next, and for no other member.
TEST(WaitCycle, IsNoneWithoutAnyOfItsMembers) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 3000; ++trial) {
        WaitsFor waits(2 + random() % 9);
        for (Ranks& others : waits) {
            for (std::size_t i = 1 + random() % 3; i > 0; --i) {
                others.push_back(static_cast<std::uint32_t>(random() % waits.size()));
            }
        }
        const Ranks cycle = wait_cycle(waits);
        ASSERT_FALSE(cycle.empty());
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            for (std::size_t j = 0; j < cycle.size(); ++j) {
                const bool waits_for = std::ranges::count(waits[cycle[i]], cycle[j]) > 0;
                ASSERT_EQ(waits_for, j == (i + 1) % cycle.size()) << "trial " << trial;
            }
        }
    }
}

TEST(WaitCycle, OfAMillionIsFoundInNoTime) {
    constexpr std::uint32_t many = 1'000'000;
    WaitsFor waits(many);
    for (std::uint32_t rank = 0; rank < many; ++rank) waits[rank] = {(rank + 1) % many};
    EXPECT_EQ(wait_cycle(waits).size(), many);
}

}  // namespace
}  // namespace tickproof::check

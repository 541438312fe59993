#include "planner/ready_sets.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace tickproof {
namespace {

// Against std::set, on three sets at once so that a write into a neighbour shows.
template <class Sets>
void expect_like_a_set(std::uint32_t bits) {
    Sets sets(3, bits);
    std::vector<std::set<std::uint32_t>> model(3);
    std::mt19937_64 random(bits);
    for (int step = 0; step < 20'000; ++step) {
        const auto set = static_cast<std::uint32_t>(random() % 3);
        const auto bit = static_cast<std::uint32_t>(random() % bits);
        const bool erase = random() % 2 == 0;
        if (random() % 2 == 0) {
            sets.insert(set, Sets::key(bit));
            model[set].insert(bit);
        } else {
            sets.erase_if(erase, set, Sets::key(bit));
            if (erase) model[set].erase(bit);
        }
        // Now and then empty one, which random steps hardly ever do.
        if (step % 500 == 0) {
            for (const std::uint32_t member : model[set]) sets.erase_if(true, set, Sets::key(member));
            model[set].clear();
        }
        for (std::uint32_t i = 0; i < 3; ++i) {
            ASSERT_EQ(sets.lowest(i), model[i].empty() ? Sets::none : *model[i].begin()) << "step " << step;
        }
    }
}

TEST(OneWordSets, AreSets) {
    expect_like_a_set<OneWordSets>(2);
    expect_like_a_set<OneWordSets>(64);
}

TEST(ManyWordSets, AreSets) {
    for (const std::uint32_t bits : {66U, 128U, 1000U, 4096U, 4098U, 11'584U}) expect_like_a_set<ManyWordSets>(bits);
}

}  // namespace
}  // namespace tickproof

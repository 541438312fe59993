#include "planner/partition.h"

#include <limits>

#include <gtest/gtest.h>

namespace tickproof {
namespace {

TEST(PartitionLayers, PutsLargerStagesFirstAndLoopsOverRanks) {
    const std::vector<StageAssignment> expected{{0, 0, 0, {0, 2}}, {1, 1, 0, {2, 4}}, {2, 2, 0, {4, 5}},
                                                {3, 0, 1, {5, 6}}, {4, 1, 1, {6, 7}}, {5, 2, 1, {7, 8}}};
    EXPECT_EQ(partition_layers(8, 3, 2), expected);
}

TEST(PartitionLayers, CoversEveryLayerOnceInOrder) {
    for (std::uint64_t layers = 6; layers <= 40; ++layers) {
        std::uint64_t next = 0;
        for (const StageAssignment& assignment : partition_layers(layers, 2, 3)) {
            EXPECT_EQ(assignment.layer_range.start, next);
            EXPECT_LT(assignment.layer_range.start, assignment.layer_range.end);
            next = assignment.layer_range.end;
        }
        EXPECT_EQ(next, layers);
    }
}

TEST(PartitionLayers, TakesTheLargestNumberOfLayers) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const auto assignments = partition_layers(most, 2, 1);
    ASSERT_EQ(assignments.size(), 2U);
    EXPECT_EQ(assignments[0].layer_range, (LayerRange{0, most / 2 + 1}));
    EXPECT_EQ(assignments[1].layer_range, (LayerRange{most / 2 + 1, most}));
}

}  // namespace
}  // namespace tickproof

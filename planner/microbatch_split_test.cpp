#include "planner/microbatch_split.h"

#include <limits>

#include <gtest/gtest.h>

#include "planner/model/limits.h"

namespace tickproof {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(SplitMicrobatchRanges, PutsLargerRangesFirst) {
    const std::vector<ItemRange> expected{{0, 4}, {4, 7}, {7, 10}};
    EXPECT_EQ(split_microbatch_ranges(10, 3).value(), expected);
}

TEST(SplitMicrobatchRanges, GivesEachItsOwnWhenThereAreAsManyItems) {
    const std::vector<ItemRange> expected{{0, 1}, {1, 2}};
    EXPECT_EQ(split_microbatch_ranges(2, 2).value(), expected);
}

TEST(SplitMicrobatchRanges, TakesTheLargestNumberOfItems) {
    const auto ranges = split_microbatch_ranges(most, 2).value();
    EXPECT_EQ(ranges.back(), (ItemRange{most / 2 + 1, most}));
}

TEST(SplitMicrobatchRanges, RefusesNoMicrobatches) {
    EXPECT_EQ(split_microbatch_ranges(10, 0).error(), "microbatch split requires microbatches > 0");
    EXPECT_EQ(split_microbatch_ranges(0, 0).error(), "microbatch split requires microbatches > 0");
}

TEST(SplitMicrobatchRanges, RefusesTooFewItems) {
    EXPECT_EQ(split_microbatch_ranges(2, 3).error(),
              "microbatch split requires total_items >= microbatches (got 2 < 3)");
    EXPECT_EQ(split_microbatch_ranges(2, most).error(),
              "microbatch split requires total_items >= microbatches (got 2 < 18446744073709551615)");
}

TEST(SplitMicrobatchRanges, RefusesAnAbsurdCountBeforeItAllocates) {
    EXPECT_EQ(split_microbatch_ranges(most, most).error(),
              "a split into 18446744073709551615 microbatches is beyond the limit of 67108864");
    EXPECT_FALSE(split_microbatch_ranges(most, limits::max_plan_events + 1).has_value());
}

}  // namespace
}  // namespace tickproof

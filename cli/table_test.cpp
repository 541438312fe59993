#include "cli/table.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

TEST(Aligned, MakesColumnsAsWideAsTheirWidestCell) {
    EXPECT_EQ(aligned({{"schedule", "ticks"}, {"gpipe", "104"}}, {Align::left, Align::right}),
              "schedule  ticks\n"
              "gpipe       104\n");
}

TEST(Aligned, LeavesNoBlanksAtTheEndOfALine) {
    EXPECT_EQ(aligned({{"a", "long"}, {"b", ""}, {"c", "x"}}, {Align::left, Align::left}), "a  long\nb\nc  x\n");
}

TEST(Aligned, KeepsTheLastCellOfAShorterRowOutOfItsColumn) {
    EXPECT_EQ(aligned({{"a", "1", "x"}, {"b", "too few of them"}}, {Align::left, Align::right, Align::left}),
              "a  1  x\n"
              "b  too few of them\n");
}

}  // namespace
}  // namespace tickproof::cli

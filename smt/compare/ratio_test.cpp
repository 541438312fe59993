#include "smt/compare/ratio.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>

namespace tickproof::compare {
namespace {

TEST(InPercent, RoundsToTheNearestHundredthAHalfUpwards) {
    EXPECT_EQ(in_percent({41, 86}), "47.67");
    EXPECT_EQ(in_percent({0, 86}), "0.00");
    EXPECT_EQ(in_percent({1, 3}), "33.33");
    EXPECT_EQ(in_percent({2, 3}), "66.67");
    EXPECT_EQ(in_percent({1, 20'000}), "0.01");
    EXPECT_EQ(in_percent({1, 20'001}), "0.00");
    EXPECT_EQ(in_percent({5, 2}), "250.00");
}

TEST(InPercent, HoldsProductsOfTicksAndRanks) {
    const Wide slots = Wide{std::uint64_t{1} << 62} << 30;
    EXPECT_EQ(in_percent({slots / 4, slots}), "25.00");
}

TEST(ParsePercent, KeepsEveryDigit) {
    EXPECT_EQ(parse_percent("12.5"), (Percent{125, 10}));
    EXPECT_EQ(parse_percent("5"), (Percent{50, 10}));
    EXPECT_EQ(parse_percent("0.000000001"), (Percent{1, 1'000'000'000}));
    EXPECT_EQ(parse_percent("999999999.999999999"), (Percent{999'999'999'999'999'999, 1'000'000'000}));
}

TEST(ParsePercent, RefusesWhatIsNoPlainDecimal) {
    for (const char* const text : {"", ".", "5.", ".5", "-1", "+1", "1e3", "1,5", " 1", "0x1", "nan", "1.2.3", "5%",
                                   "1000000000", "0.0000000001"}) {
        EXPECT_FALSE(parse_percent(text).has_value()) << text;
    }
}

TEST(Exceeds, IsExactAtTheLimit) {
    EXPECT_FALSE(exceeds({1, 8}, *parse_percent("12.5")));
    EXPECT_TRUE(exceeds({1, 8}, *parse_percent("12.499999999")));
    EXPECT_TRUE(exceeds({1, 3}, *parse_percent("33.333333333")));
    EXPECT_FALSE(exceeds({1, 3}, *parse_percent("33.333333334")));
    EXPECT_FALSE(exceeds({0, 3}, *parse_percent("0")));
    EXPECT_TRUE(exceeds({1, std::numeric_limits<std::uint64_t>::max()}, *parse_percent("0")));
}

TEST(Exceeds, DoesNotWrapForTheLargestTicks) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_FALSE(exceeds({most, most}, *parse_percent("100")));
    EXPECT_TRUE(exceeds({most, most}, *parse_percent("99.999999999")));
    EXPECT_FALSE(exceeds({1, most}, *parse_percent("999999999.999999999")));
}

}  // namespace
}  // namespace tickproof::compare

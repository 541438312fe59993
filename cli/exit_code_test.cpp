#include "cli/exit_code.h"

#include <vector>

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

TEST(ExitCode, TheFirstPresentOfFourTwoOneThreeDecides) {
    using enum ExitCode;
    EXPECT_EQ(combined({}), holds);
    EXPECT_EQ(combined(std::vector{holds, holds}), holds);
    EXPECT_EQ(combined(std::vector{holds, undecided}), undecided);
    EXPECT_EQ(combined(std::vector{undecided, refuted, holds}), refuted);
    EXPECT_EQ(combined(std::vector{refuted, unusable, undecided}), unusable);
    EXPECT_EQ(combined(std::vector{refuted, unusable, own_fault}), own_fault);
}

}  // namespace
}  // namespace tickproof::cli

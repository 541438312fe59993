#include "cli/problem_options.h"

#include <gtest/gtest.h>

#include "planner/model/limits.h"

namespace tickproof::cli {
namespace {

std::expected<Problem, std::string> problem_with(const std::vector<std::string>& arguments,
                                                 ProblemOptions::Of what = ProblemOptions::Of::objects) {
    Options options("test", "Tests.", "tickproof test");
    const ProblemOptions problem(options, what);
    GlobalOptions globals;
    if (options.parse(arguments, globals)) return std::unexpected("not parsed");
    const auto settings = problem.settings();
    if (!settings) return std::unexpected(settings.error());
    return settings->applied_to({});
}

TEST(ProblemOptions, DefaultToOneTickAndNoLatency) {
    const auto problem = problem_with({});
    EXPECT_EQ(problem->durations, Durations{});
    EXPECT_EQ(problem->hop_latency_ticks, 0U);
}

TEST(ProblemOptions, AFullBackwardIsItsHalvesTogetherUnlessItIsGiven) {
    EXPECT_EQ(problem_with({"--backward-input", "2", "--backward-weight", "3"})->durations.backward, 5U);
    EXPECT_EQ(problem_with({"--backward-input", "2"})->durations.backward, 1U);
    EXPECT_EQ(problem_with({"--backward", "4", "--backward-input", "2", "--backward-weight", "3"})->durations.backward,
              4U);
}

TEST(ProblemOptions, OfAnOptimumAgreeOnWhatABackwardTakes) {
    const auto asked = [](const std::vector<std::string>& arguments) {
        return problem_with(arguments, ProblemOptions::Of::optimum);
    };
    EXPECT_EQ(
        asked({"--backward", "3", "--backward-input", "1", "--backward-weight", "1"}).error(),
        "--backward: 3 is not the sum of --backward-input (1) and --backward-weight (1), which split the backward");
    EXPECT_EQ(
        asked({"--backward", "3", "--backward-weight", "1"}).error(),
        "--backward: 3 is not the sum of --backward-input (1, its default) and --backward-weight (1), which split "
        "the backward");
    EXPECT_FALSE(asked({"--backward", "1", "--backward-input", "18446744073709551615"}).has_value());
    EXPECT_TRUE(asked({"--backward", "3", "--backward-input", "1", "--backward-weight", "2"}).has_value());
    EXPECT_TRUE(asked({"--backward", "2", "--backward-input", "1"}).has_value());
    EXPECT_TRUE(asked({"--backward", "3"}).has_value());
    EXPECT_TRUE(asked({"--backward-input", "3"}).has_value());
}

TEST(ProblemOptions, SayWhetherAHalfOfABackwardWasGiven) {
    const auto halves_given = [](const std::vector<std::string>& arguments) {
        Options options("test", "Tests.", "tickproof test");
        const ProblemOptions problem(options);
        GlobalOptions globals;
        return !options.parse(arguments, globals) && problem.settings().value().halves_given;
    };
    EXPECT_TRUE(halves_given({"--backward-input", "1"}));
    EXPECT_TRUE(halves_given({"--backward-weight", "2"}));
    EXPECT_FALSE(halves_given({"--backward", "2"}));
}

TEST(ProblemOptions, NameTheOptionThatIsOutOfRange) {
    EXPECT_EQ(problem_with({"--forward", "0"}).error(), "--forward: 0 is not between 1 and 17179869184");
    EXPECT_FALSE(problem_with({"--latency", std::to_string(limits::max_duration_ticks + 1)}).has_value());
    EXPECT_FALSE(problem_with({"--backward-input", "18446744073709551615", "--backward-weight", "1"}).has_value());
    EXPECT_TRUE(problem_with({"--latency", "0"}).has_value());
}

TEST(ParsePlacement, ReadsRulesAndLists) {
    EXPECT_EQ(parse_placement("loop")->for_ranks(3).rank_of(4), 1U);
    EXPECT_EQ(parse_placement("v")->for_ranks(3).rank_of(3), 2U);
    EXPECT_EQ(parse_placement("1,0")->for_ranks(2).rank_of(0), 1U);
    for (const char* bad : {"", "circle", "0,", "0,-1", "0,4294967296"}) {
        EXPECT_FALSE(parse_placement(bad).has_value()) << bad;
    }
}

}  // namespace
}  // namespace tickproof::cli

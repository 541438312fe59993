#include "cli/certified_options.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

using std::chrono::milliseconds;

std::expected<certify::Options, std::string> options_with(const std::vector<std::string>& arguments) {
    Options options("test", "Tests.", "tickproof test");
    const CertifyOptions certify_options(options);
    GlobalOptions globals;
    if (options.parse(arguments, globals)) return std::unexpected("not parsed");
    return certify_options.options();
}

TEST(CertifyOptions, DefaultToWhatItTakesAndNoTime) {
    const auto options = options_with({});
    EXPECT_EQ(options->engine, certify::Engine::automatic);
    EXPECT_EQ(options->limits.rlimit, solver::Limits{}.rlimit);
    EXPECT_EQ(options->limits.memory_bytes, solver::Limits{}.memory_bytes);
    EXPECT_FALSE(options->limits.time);
    EXPECT_FALSE(options->limits.interrupted());
}

TEST(CertifyOptions, ReadEveryLimit) {
    const auto options = options_with({"--engine", "z3", "--rlimit", "7", "--time-limit", "3", "--memory-limit", "2G"});
    EXPECT_EQ(options->engine, certify::Engine::z3);
    EXPECT_EQ(options->limits.rlimit, 7U);
    EXPECT_EQ(options->limits.time, milliseconds(3000));
    EXPECT_EQ(options->limits.memory_bytes, std::uint64_t{2} << 30);
}

TEST(CertifyOptions, NameTheOptionThatIsWrong) {
    EXPECT_EQ(options_with({"--engine", "magic"}).error(),
              "--engine: 'magic' is none of auto, bound, search, z3, cadical");
    EXPECT_EQ(options_with({"--rlimit", "0"}).error(), "--rlimit: 0 is nothing");
    EXPECT_EQ(options_with({"--time-limit", "0s"}).error(), "--time-limit: '0s' is nothing");
    EXPECT_EQ(options_with({"--memory-limit", "1T"}).error(),
              "--memory-limit: '1T' is not a whole number, perhaps with a unit: 500M, 4G");
}

TEST(ParseTime, TakesUnits) {
    EXPECT_EQ(parse_time("5"), milliseconds(5000));
    EXPECT_EQ(parse_time("5s"), milliseconds(5000));
    EXPECT_EQ(parse_time("5ms"), milliseconds(5));
    EXPECT_EQ(parse_time("5m"), milliseconds(300'000));
    EXPECT_EQ(parse_time("1000000000s"), milliseconds(1'000'000'000'000));
    for (const char* bad : {"", "s", "ms", "-1s", "+1", "1.5s", "1 s", "1h", "0", "0ms", "1000000001", "0x1s",
                            "18446744073709551615m", "18446744073709551616"}) {
        EXPECT_FALSE(parse_time(bad).has_value()) << bad;
    }
}

TEST(ParseBytes, TakesUnits) {
    EXPECT_EQ(parse_bytes("5"), 5U);
    EXPECT_EQ(parse_bytes("5K"), 5U << 10);
    EXPECT_EQ(parse_bytes("5M"), 5U << 20);
    EXPECT_EQ(parse_bytes("3G"), std::uint64_t{3} << 30);
    for (const char* bad : {"", "K", "-1K", "1k", "1T", "0", "0G", "1.5G", "18446744073709551615G"}) {
        EXPECT_FALSE(parse_bytes(bad).has_value()) << bad;
    }
}

}  // namespace
}  // namespace tickproof::cli

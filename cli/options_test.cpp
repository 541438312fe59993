#include "cli/options.h"

#include <gtest/gtest.h>

#include "cli/split.h"

namespace tickproof::cli {
namespace {

TEST(ParseCount, ReadsDigitsAndNothingElse) {
    EXPECT_EQ(parse_count("0").value(), 0U);
    EXPECT_EQ(parse_count("010").value(), 10U);  // not octal
    EXPECT_EQ(parse_count("18446744073709551615").value(), 18446744073709551615U);
    for (const char* bad : {"", " 1", "1 ", "-1", "+1", "1.0", "1e3", "0x10", "one", "1,000"}) {
        EXPECT_FALSE(parse_count(bad).has_value()) << bad;
    }
}

TEST(ParseCount, SaysThatANumberIsTooLarge) {
    EXPECT_EQ(parse_count("18446744073709551616").error(), "18446744073709551616 is larger than 18446744073709551615");
}

TEST(Split, KeepsEmptyParts) {
    EXPECT_EQ(split("a,,b", ',').size(), 3U);
    EXPECT_EQ(split("", ',').size(), 1U);
    EXPECT_EQ(split("a,", ',').back(), "");
}

TEST(Options, FillTheirTargets) {
    Options options("test", "Tests.", "tickproof test");
    std::optional<std::uint64_t> count;
    std::optional<std::uint64_t> absent;
    std::string text;
    std::vector<std::string> files;
    bool flag = false;
    options.count("--count", "a count", count);
    options.count("--absent", "another", absent);
    options.text("--text", "a text", "WORD", text);
    options.flag("--flag", "a flag", flag);
    options.positionals("FILE", "files", files);
    GlobalOptions globals;
    const std::vector<std::string> arguments{"--count", "7", "a", "--text=b", "--flag", "-", "--json"};
    EXPECT_FALSE(options.parse(arguments, globals).has_value());
    EXPECT_EQ(count, 7U);
    EXPECT_FALSE(absent.has_value());
    EXPECT_EQ(text, "b");
    EXPECT_TRUE(flag);
    EXPECT_EQ(files, (std::vector<std::string>{"a", "-"}));
    EXPECT_TRUE(globals.json);
    EXPECT_FALSE(globals.quiet);
}

TEST(Options, WhatCannotBeReadIsUnusable) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--count", "-1"}, {"--count", "2.5"}, {"--count"}, {"--unknown"}, {"stray"}}) {
        Options options("test", "Tests.", "tickproof test");
        std::optional<std::uint64_t> count;
        options.count("--count", "a count", count);
        GlobalOptions globals;
        EXPECT_EQ(options.parse(arguments, globals), ExitCode::unusable);
    }
}

}  // namespace
}  // namespace tickproof::cli

#include "properties/gate/shell_words.h"

#include <gtest/gtest.h>

namespace tickproof::gate {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, SplitsAtBlanks) {
    EXPECT_EQ(shell_words("  planner --fast\t\nnow "), (Words{"planner", "--fast", "now"}));
}

TEST(ShellWords, QuotesKeepWordsTogether) {
    EXPECT_EQ(shell_words(R"('my planner' a"b c"'d e' '' "")"), (Words{"my planner", "ab cd e", "", ""}));
}

TEST(ShellWords, BackslashMakesTheNextCharacterLiteral) {
    EXPECT_EQ(shell_words(R"(a\ b \\ \' "\"\\\$\`\n" '\')"), (Words{"a b", "\\", "'", "\"\\$`\\n", "\\"}));
}

TEST(ShellWords, ExpandsNothing) {
    EXPECT_EQ(shell_words("p $HOME *.py ~ | a > b; c"), (Words{"p", "$HOME", "*.py", "~", "|", "a", ">", "b;", "c"}));
}

TEST(ShellWords, RefusesWhatIsUnbalancedOrEmpty) {
    EXPECT_EQ(shell_words("p 'a").error(), "a ' has no partner");
    EXPECT_EQ(shell_words("p \"a\\\"").error(), "a \" has no partner");
    EXPECT_EQ(shell_words("p \\").error(), "it ends in a backslash");
    EXPECT_EQ(shell_words(" \t").error(), "there is no program in it");
    EXPECT_EQ(shell_words("'' a").error(), "there is no program in it");
    EXPECT_EQ(shell_words(std::string_view("p\0q", 3)).error(), "there is a NUL in it");
}

TEST(ShellWords, QuotingIsReadBackAsItWas) {
    for (const std::string text : {"plain", "a b", "it's", "''", "\\\"$`", "", "größe", "--planner=x", "{a,b}", "~"}) {
        EXPECT_EQ(shell_words("p " + shell_quoted(text)), (Words{"p", text}));
    }
}

TEST(ShellWords, QuotesOnlyWhereNeeded) {
    EXPECT_EQ(shell_quoted("./planner.py"), "./planner.py");
    EXPECT_EQ(shell_quoted("a b"), "'a b'");
    EXPECT_EQ(shell_quoted("a=b"), "'a=b'");
    EXPECT_EQ(shell_quoted("it's\n1\\\t\x7f"), R"($'it\'s\0121\\\011\177')");
}

}  // namespace
}  // namespace tickproof::gate

#include "planner/formats/text_rows.h"

#include <gtest/gtest.h>

namespace tickproof::formats {
namespace {

using Rows = std::vector<std::string_view>;

TEST(TextRows, AreLinesWithoutTheirBreaks) {
    EXPECT_EQ(rows_of("a\nb\r\n\nc"), (Rows{"a", "b", "", "c"}));
    EXPECT_EQ(rows_of("\357\273\277a\n\n\r\n"), Rows{"a"});
    EXPECT_EQ(rows_of(""), Rows{});
    EXPECT_EQ(rows_of("\r\n\n"), Rows{});
    EXPECT_EQ(rows_of(" \n"), Rows{" "});
}

TEST(TextRows, HaveWordsWithPlaces) {
    Words words(" f0\t b12 ", 3, " \t");
    const auto first = words.next();
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->text, "f0");
    const auto second = words.next();
    ASSERT_TRUE(second.has_value());
    EXPECT_EQ(second->text, "b12");
    EXPECT_EQ(second->at.row, 3U);
    EXPECT_EQ(second->at.column, 2U);
    EXPECT_EQ(second->at.byte, 6U);
    EXPECT_FALSE(words.next().has_value());
    EXPECT_FALSE(words.next().has_value());
}

TEST(TextRows, NameRowAndColumn) {
    const json::Error error = refused({.row = 3, .column = 6, .byte = 12}, "no").error();
    EXPECT_EQ(error.place, (json::Place{3, 12}));
    EXPECT_EQ(error.message, "row 3, column 6: no");
}

}  // namespace
}  // namespace tickproof::formats

#include "cli/csv.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

using Fields = std::vector<std::string>;

TEST(CsvLine, QuotesOnlyWhatNeedsIt) {
    EXPECT_EQ(csv_line({"1", "gpipe", "", "a b"}), "1,gpipe,,a b\n");
    EXPECT_EQ(csv_line({"a,b", "say \"no\""}), "\"a,b\",\"say \"\"no\"\"\"\n");
    EXPECT_EQ(csv_line({""}), "\n");
}

TEST(CsvLine, IsOneLineWhateverAFieldHolds) { EXPECT_EQ(csv_line({"a\nb\r\x1b"}), "a\\x0ab\\x0d\\x1b\n"); }

TEST(CsvFields, ReadsWhatIsWritten) {
    for (const Fields& fields : {Fields{"1", "gpipe", "", "a b"}, Fields{"a,b", "say \"no\"", "\"", ",", "\"\""},
                                 Fields{""}, Fields{"", ""}}) {
        std::string line = csv_line(fields);
        line.pop_back();
        EXPECT_EQ(csv_fields(line), fields) << line;
    }
}

TEST(CsvFields, RefusesQuotesInOtherPlaces) {
    for (const char* const line : {"\"", "\"a", "a\"", "a\"b\"", "\"a\"b", "1,\"a\"\"", "\"a\" ,b"}) {
        EXPECT_EQ(csv_fields(line), std::nullopt) << line;
    }
}

}  // namespace
}  // namespace tickproof::cli

#include "planner/formats/json_lines.h"

#include <gtest/gtest.h>

#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

// One entry a document: "LINE:value of its key n", or "LINE! place and message".
std::vector<std::string> documents(std::string_view text) {
    std::vector<std::string> found;
    JsonLines lines(text);
    while (const std::optional<Document> document = lines.next()) {
        if (!document->tree) {
            found.push_back(fmt::format("{}! {}", document->line, in_one_line(document->tree.error())));
        } else {
            const json::Value root = document->tree->root();
            found.push_back(fmt::format("{}:{}", root.place().line, root.find("n").value_or(root).text()));
            EXPECT_EQ(document->line, root.place().line);
        }
    }
    return found;
}

using Entries = std::vector<std::string>;

TEST(JsonLines, ReadsOneObjectALine) {
    EXPECT_EQ(documents("{\"n\":1}\n{\"n\":2}\r\n\n  {\"n\":3} \n"), (Entries{"1:1", "2:2", "4:3"}));
    EXPECT_EQ(documents("{\"n\":1}"), (Entries{"1:1"}));
}

TEST(JsonLines, ReadsOneObjectOverManyLines) {
    EXPECT_EQ(documents("\n{\n  \"n\":\n  1\n}\n"), (Entries{"2:1"}));
    EXPECT_EQ(documents("{\n\"n\":1}\n{\"n\":\n2}{\"n\":3}\n"), (Entries{"1:1", "3:2", "4:3"}));
}

TEST(JsonLines, SaysThatAFileIsEmpty) {
    EXPECT_EQ(documents(""), (Entries{"1! 1:1 the file is empty"}));
    EXPECT_EQ(documents(" \n\t\r\n"), (Entries{"1! 1:1 the file is empty"}));
}

TEST(JsonLines, GoesOnAfterABrokenLine) {
    EXPECT_EQ(documents("{\"n\":1}\n{\"n\":}\n{\"n\":3}\n"), (Entries{"1:1", "2! 2:6 expected a value", "3:3"}));
    EXPECT_EQ(documents("garbage\n{\"n\":2}\n"), (Entries{"1! 1:1 expected a value", "2:2"}));
    EXPECT_EQ(documents("{\"n\":1}\nmore\nmore\n{\"n\":4}"), (Entries{"1:1", "2! 2:1 expected a value", "4:4"}));
    EXPECT_EQ(documents("{\"n\": 1\n  \"x\": [\n  {}\n]}\n{\"n\":5}\n"),
              (Entries{"1! 2:3 expected ',' or '}' after a member of an object", "5:5"}));
}

TEST(JsonLines, GoesOnAfterALineThatIsCutOff) {
    EXPECT_EQ(documents("{\"n\":1\n{\"n\":2}\n"),
              (Entries{"1! 2:1 expected ',' or '}' after a member of an object", "2:2"}));
    EXPECT_EQ(documents("{\"n\":1}\n{\"n\":\n{\"n\":3}\n"), (Entries{"1:1", "2! 4:1 the text ends too early", "3:3"}));
    EXPECT_EQ(documents("{\"n\":1}\n{\"n\""), (Entries{"1:1", "2! 2:5 the text ends too early"}));
}

TEST(JsonLines, ReportsABrokenObjectOfManyLinesOnce) {
    EXPECT_EQ(documents("{\n  \"n\": 1,\n  \"x\": {\n  }}}\n}\n{\"n\":6}\n"),
              (Entries{"1! 4:5 unexpected text after the end of an object", "6:6"}));
    EXPECT_EQ(documents("{\n  \"n\": 01,\n  \"x\": {}\n}\n{\"n\":5}\n"),
              (Entries{"1! 2:8 n: 01 begins with a zero", "5:5"}));
}

TEST(JsonLines, JudgesNoPartOfABrokenObject) {
    EXPECT_EQ(documents("{\"n\":1,\"n\":2,\"x\":\n{\"n\":3}\n}\n{\"n\":4}"),
              (Entries{"1! 1:8 the key \"n\" is in this object twice", "4:4"}));
    EXPECT_EQ(documents("{\n\"x\":[\n{\n\"n\":1\n},\n{\n\"n\":02\n},\n{\n\"n\":3\n}\n]\n"),
              (Entries{"1! 7:5 n: 02 begins with a zero"}));
}

TEST(JsonLines, RefusesTextAfterAnObjectOnItsLine) {
    EXPECT_EQ(documents("{\"n\":1},\n{\"n\":2}\n"),
              (Entries{"1! 1:8 unexpected text after the end of an object", "2:2"}));
    EXPECT_EQ(documents("{\"n\":1} 7"), (Entries{"1! 1:9 unexpected text after the end of an object"}));
}

TEST(JsonLines, RefusesWhatIsNoObject) {
    EXPECT_EQ(documents("[1]\n{\"n\":2}\n"), (Entries{"1! 1:1 expected an object, from '{' to '}'", "2:2"}));
    EXPECT_EQ(documents("  7"), (Entries{"1! 1:3 expected an object, from '{' to '}'"}));
    EXPECT_EQ(documents("\xEF\xBB\xBF{\"n\":1}\n{\"n\":2}"),
              (Entries{"1! 1:1 the text begins with a byte order mark, which JSON does not allow", "2:2"}));
}

// Where the work for a line grew with the lines around it, this test would not seem to end.
TEST(JsonLines, StaysLinearWhenEveryLineIsBroken) {
    for (const std::string_view line : {"{\"n\":}\n", "{\"n\":\n", "{\"n\":1\n", "{},\n", "{\"n\":[{},\n", "{\"a\n"}) {
        std::string text = "{}\n";
        for (int i = 0; i < 50'000; ++i) text += line;
        JsonLines lines(text);
        std::uint64_t last_line = 0;
        std::size_t errors = 0;
        while (const std::optional<Document> document = lines.next()) {
            errors += document->tree ? 0U : 1U;
            last_line = document->line;
        }
        EXPECT_EQ(errors, 50'000U) << line;
        EXPECT_EQ(last_line, 50'001U) << line;
    }
}

TEST(JsonLines, ReadsTheCorpus) {
    for (const std::string_view file : {"orders.jsonl", "golden/plans.jsonl", "golden/errors.jsonl"}) {
        const std::string text = corpus_file(std::string(file));
        JsonLines of_file(text);
        std::uint64_t line = 0;
        while (const std::optional<Document> document = of_file.next()) {
            EXPECT_EQ(document->line, ++line);
            EXPECT_TRUE(document->tree.has_value()) << in_one_line(document->tree.error());
        }
        EXPECT_EQ(line, lines_of(text).size());
        EXPECT_GT(line, 10U);
    }
}

}  // namespace
}  // namespace tickproof::formats

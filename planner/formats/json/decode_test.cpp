#include "planner/formats/json/decode.h"

#include <array>
#include <bit>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/formats/json/write.h"

namespace tickproof::json {
namespace {

// Reads the member "n" of an object with `read` and returns what is complained of: "1:6 n: ...".
template <class Read>
std::string complaint(const std::string& value, Read read) {
    const std::string text = fmt::format(R"({{"n":{}}})", value);
    const auto tree = parse_all(text);
    if (!tree) return "not read: " + tree.error().message;
    Decoder decoder;
    Fields fields = decoder.object(tree->root(), "it");
    (void)read(decoder, fields);
    const std::optional<Error>& error = decoder.error();
    if (!error) return "";
    return fmt::format("{}:{} {}", error->place.line, error->place.column, error->message);
}

std::string count_complaint(const std::string& value) {
    return complaint(value, [](Decoder& decoder, Fields& in) { return decoder.count(in, "n"); });
}

template <class T, class Read>
T value_of(const std::string& value, Read read) {
    const std::string text = fmt::format(R"({{"n":{}}})", value);
    const auto tree = parse_all(text);
    Decoder decoder;
    Fields fields = decoder.object(tree->root(), "it");
    const T result = read(decoder, fields);
    EXPECT_FALSE(decoder.failed()) << value;
    return result;
}

TEST(Decoder, ReadsCountsToTheirLimits) {
    const auto count = [](Decoder& decoder, Fields& in) { return decoder.count(in, "n"); };
    EXPECT_EQ(value_of<std::uint64_t>("0", count), 0U);
    EXPECT_EQ(value_of<std::uint64_t>("18446744073709551615", count), 18446744073709551615U);
    const auto id = [](Decoder& decoder, Fields& in) { return decoder.id(in, "n"); };
    EXPECT_EQ(value_of<std::uint32_t>("4294967295", id), 4294967295U);
}

TEST(Decoder, RefusesWhatIsNoCount) {
    EXPECT_EQ(count_complaint("2.9"), "1:6 n: 2.9 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("2.0"), "1:6 n: 2.0 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("1e3"), "1:6 n: 1e3 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("-0"), "1:6 n: -0 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("-3"), "1:6 n: -3 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("99999999999999999999.5"),
              "1:6 n: 99999999999999999999.5 is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("true"), "1:6 n: true is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("null"), "1:6 n: null is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("\"4\""), "1:6 n: \"4\" is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("[4]"), "1:6 n: an array is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("{}"), "1:6 n: an object is not a whole number (digits only)");
    EXPECT_EQ(count_complaint("18446744073709551616"),
              "1:6 n: 18446744073709551616 is too large (at most 18446744073709551615)");
    EXPECT_EQ(count_complaint("01"), "not read: n: 01 begins with a zero");
}

TEST(Decoder, NeverNarrowsAnId) {
    const auto id = [](Decoder& decoder, Fields& in) { return decoder.id(in, "n"); };
    EXPECT_EQ(complaint("4294967296", id), "1:6 n: 4294967296 is too large (at most 4294967295)");
    EXPECT_EQ(complaint("4294967298", id), "1:6 n: 4294967298 is too large (at most 4294967295)");
    const auto ids = [](Decoder& decoder, Fields& in) { return decoder.ids(*in.find("n"), "n"); };
    EXPECT_EQ(complaint("[1,4294967298]", ids), "1:9 n: 4294967298 is too large (at most 4294967295)");
}

TEST(Decoder, ReadsRealsRoundedOnce) {
    const auto real = [](Decoder& decoder, Fields& in) { return decoder.real(in, "n"); };
    EXPECT_EQ(value_of<float>("0.2", real), 0.2F);
    EXPECT_EQ(value_of<float>("-3", real), -3.0F);
    EXPECT_EQ(value_of<float>("3.4028235e38", real), 3.4028235e38F);
    EXPECT_EQ(value_of<float>("1e-60", real), 0.0F);
    // Just above the middle between 1 and the next float, by less than a double can tell.
    EXPECT_EQ(std::bit_cast<std::uint32_t>(value_of<float>("1.00000005960464477539062500001", real)), 0x3F80'0001U);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(value_of<float>("1.000000059604644775390625", real)), 0x3F80'0000U);
    EXPECT_EQ(complaint("3.5e38", real), "1:6 n: 3.5e38 is too large for a 32-bit float");
    EXPECT_EQ(complaint("-1e300", real), "1:6 n: -1e300 is too large for a 32-bit float");
    EXPECT_EQ(complaint("\"0.2\"", real), "1:6 n: \"0.2\" is not a number");
}

TEST(Decoder, ReadsWordsInBothSpellings) {
    static constexpr std::array<Word<int>, 2> words{{{1, "one_two", "OneTwo"}, {2, "two", ""}}};
    const auto word = [](Decoder& decoder, Fields& in) { return decoder.word(in, "n", words); };
    EXPECT_EQ(value_of<int>("\"one_two\"", word), 1);
    EXPECT_EQ(value_of<int>("\"OneTwo\"", word), 1);
    EXPECT_EQ(value_of<int>("\"two\"", word), 2);
    EXPECT_EQ(complaint("\"Two\"", word), "1:6 n: \"Two\" is not one of one_two, two");
    EXPECT_EQ(complaint("\"\"", word), "1:6 n: \"\" is not one of one_two, two");
    EXPECT_EQ(complaint("2", word), "1:6 n: 2 is not a text");
}

TEST(Decoder, RefusesOtherTypes) {
    EXPECT_EQ(complaint("1", [](Decoder& decoder, Fields& in) { return decoder.boolean(in, "n"); }),
              "1:6 n: 1 is neither true nor false");
    EXPECT_EQ(complaint("null", [](Decoder& decoder, Fields& in) { return decoder.text(in, "n"); }),
              "1:6 n: null is not a text");
    EXPECT_EQ(complaint("{}", [](Decoder& decoder, Fields& in) { return decoder.array(in, "n"); }),
              "1:6 n: an object is not an array");
    EXPECT_EQ(complaint("[]", [](Decoder& decoder, Fields& in) { return decoder.object(*in.find("n"), "n"); }),
              "1:6 n: an array is not an object");
    EXPECT_EQ(complaint("[0,1,-1]", [](Decoder& decoder, Fields& in) { return decoder.counts(in, "n"); }),
              "1:11 n: -1 is not a whole number (digits only)");
}

TEST(Decoder, NamesTheMissingKeyAndItsObject) {
    const auto missing = [](Decoder& decoder, Fields& in) { return decoder.count(in, "m"); };
    EXPECT_EQ(complaint("1", missing), "1:1 the key \"m\" is missing");
}

TEST(Decoder, KeepsTheFirstErrorOnly) {
    const auto tree = parse_all(R"({"a":1.5,"b":-1})");
    Decoder decoder;
    Fields fields = decoder.object(tree->root(), "it");
    EXPECT_EQ(decoder.count(fields, "b"), 0U);
    EXPECT_EQ(decoder.count(fields, "a"), 0U);
    EXPECT_EQ(decoder.count(fields, "c"), 0U);
    const auto result = decoder.result(7);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().message, "b: -1 is not a whole number (digits only)");
}

TEST(Decoder, ShortensLongValuesBetweenCharacters) {
    const std::string digits(1'000, '7');
    EXPECT_EQ(count_complaint(json::quoted(digits)),
              fmt::format("1:6 n: \"{}\"... is not a whole number (digits only)", digits.substr(0, 40)));
    std::string accents = "x";
    for (int i = 0; i < 40; ++i) accents += "é";
    EXPECT_EQ(count_complaint(json::quoted(accents)),
              fmt::format("1:6 n: \"{}\"... is not a whole number (digits only)", accents.substr(0, 39)));
}

TEST(Fields, FindsKeysInAnyOrder) {
    const auto tree = parse_all(R"({"a":0,"b":1,"c":2})");
    Fields fields(tree->root());
    for (const std::string_view key : {"a", "b", "c", "c", "b", "a", "c", "b"}) {
        EXPECT_EQ(fields.find(key).value_or(tree->root()).text(), std::to_string(key[0] - 'a'));
    }
    EXPECT_FALSE(fields.find("d").has_value());
    EXPECT_TRUE(fields.find("a").has_value());
}

}  // namespace
}  // namespace tickproof::json

#include "planner/formats/json/json.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tickproof::json {
namespace {

// "2:7 sentence", or "" for a text that is read.
std::string refusal(std::string_view text) {
    const auto tree = parse_all(text);
    if (tree) return "";
    const Error& error = tree.error();
    return fmt::format("{}:{} {}", error.place.line, error.place.column, error.message);
}

Value member(const Value& object, std::string_view key) {
    const auto found = object.find(key);
    EXPECT_TRUE(found.has_value()) << key;
    return found.value_or(object);
}

std::string repeated(std::string_view piece, std::size_t times) {
    std::string result;
    result.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i) result += piece;
    return result;
}

TEST(Json, ReadsEveryKindOfValue) {
    const auto tree = parse_all(R"( {"a":[null,true,false,-1.50e+3,"text",{},[]], "b":{"c":"d"}} )");
    ASSERT_TRUE(tree.has_value()) << tree.error().message;
    const Value root = tree->root();
    ASSERT_EQ(root.kind(), Kind::object);
    EXPECT_EQ(root.size(), 2U);
    const Value a = member(root, "a");
    EXPECT_EQ(a.size(), 7U);
    std::vector<Kind> kinds;
    std::vector<std::string> texts;
    for (const Value& item : a.items()) {
        kinds.push_back(item.kind());
        texts.emplace_back(item.text());
    }
    EXPECT_EQ(kinds, (std::vector{Kind::null, Kind::boolean, Kind::boolean, Kind::number, Kind::text, Kind::object,
                                  Kind::array}));
    EXPECT_EQ(texts, (std::vector<std::string>{"", "", "", "-1.50e+3", "text", "", ""}));
    EXPECT_EQ(member(member(root, "b"), "c").text(), "d");
    EXPECT_FALSE(root.find("c").has_value());
}

TEST(Json, TellsTrueFromFalse) {
    const auto tree = parse_all("[true,false,1]");
    ASSERT_TRUE(tree.has_value());
    std::vector<bool> found;
    for (const Value& item : tree->root().items()) found.push_back(item.boolean());
    EXPECT_EQ(found, (std::vector{true, false, false}));
}

TEST(Json, SkipsOverNestedMembers) {
    const auto tree = parse_all(R"({"x":{"y":[1,{"z":2}]},"after":3})");
    ASSERT_TRUE(tree.has_value());
    std::vector<std::string> keys;
    for (const Member& member : tree->root().members()) keys.emplace_back(member.key.text());
    EXPECT_EQ(keys, (std::vector<std::string>{"x", "after"}));
    EXPECT_EQ(member(tree->root(), "after").text(), "3");
}

TEST(Json, ResolvesEscapesInKeysAndTexts) {
    const auto tree = parse_all(R"({"\u0061\n":"\"\\\/\b\f\r\t\u00e9\ud83d\ude00","plain":"é"})");
    ASSERT_TRUE(tree.has_value()) << tree.error().message;
    EXPECT_EQ(member(tree->root(), "a\n").text(), "\"\\/\b\f\r\té😀");
    EXPECT_EQ(member(tree->root(), "plain").text(), "é");
}

TEST(Json, KeepsTextsApartThatHoldEscapes) {
    const auto tree = parse_all(R"(["\n","","a\"b","\\","x"])");
    ASSERT_TRUE(tree.has_value());
    std::vector<std::string> texts;
    for (const Value& item : tree->root().items()) texts.emplace_back(item.text());
    EXPECT_EQ(texts, (std::vector<std::string>{"\n", "", "a\"b", "\\", "x"}));
}

TEST(Json, KnowsThePlaceOfEverything) {
    const auto tree = parse_all("{\n  \"a\\n\" : \"é\",\n\t\"b\":[12 , {\"c\":null}]\r\n}");
    ASSERT_TRUE(tree.has_value()) << tree.error().message;
    EXPECT_EQ(tree->root().place(), (Place{1, 1}));
    EXPECT_EQ((*tree->root().members().begin()).key.place(), (Place{2, 3}));
    EXPECT_EQ(member(tree->root(), "a\n").place(), (Place{2, 11}));
    const Value b = member(tree->root(), "b");
    EXPECT_EQ(b.place(), (Place{3, 6}));
    EXPECT_EQ((*b.items().begin()).place(), (Place{3, 7}));
    EXPECT_EQ(member(*++b.items().begin(), "c").place(), (Place{3, 17}));
}

TEST(Json, CountsPlacesFromTheStartItIsGiven) {
    const auto tree = parse_all(R"(  {"a":1})", Place{7, 10});
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(tree->root().place(), (Place{7, 12}));
    const auto broken = parse_all("{\n x", Place{7, 10});
    ASSERT_FALSE(broken.has_value());
    EXPECT_EQ(broken.error().place, (Place{8, 2}));
}

TEST(Json, LeavesWhatFollowsADocument) {
    const auto parsed = parse(" {\"a\":1} \n{");
    ASSERT_TRUE(parsed.has_value());
    EXPECT_EQ(parsed->consumed, 8U);
    EXPECT_EQ(parse("12 13")->consumed, 2U);
}

TEST(Json, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refusal(""), "1:1 the text is empty");
    EXPECT_EQ(refusal(" \n\t "), "2:3 the text is empty");
    EXPECT_EQ(refusal("{} {}"), "1:4 unexpected text after the end of the document");
    EXPECT_EQ(refusal("{a:1}"), "1:2 expected a key in double quotes");
    EXPECT_EQ(refusal("{\"a\":1,}"), "1:8 expected a key in double quotes");
    EXPECT_EQ(refusal("{\"a\" 1}"), "1:6 expected ':' after a key");
    EXPECT_EQ(refusal("{\"a\":1\n \"b\":2}"), "2:2 expected ',' or '}' after a member of an object");
    EXPECT_EQ(refusal("[1 2]"), "1:4 expected ',' or ']' after an item of an array");
    EXPECT_EQ(refusal("[1,]"), "1:4 expected a value");
    EXPECT_EQ(refusal("[nil]"), "1:3 expected a value");
    EXPECT_EQ(refusal("[+1]"), "1:2 expected a value");
    EXPECT_EQ(refusal("[NaN]"), "1:2 expected a value");
    EXPECT_EQ(refusal("[1.]"), "1:4 expected a digit after the decimal point");
    EXPECT_EQ(refusal("[1e]"), "1:4 expected a digit in the exponent");
    EXPECT_EQ(refusal("[1e999]"), "1:2 this number is too large to mean anything");
    EXPECT_EQ(refusal("[\"\\x\"]"), "1:3 a text holds an unknown escape");
    EXPECT_EQ(refusal("[\"\\u12g4\"]"), "1:3 expected four hexadecimal digits after \\u");
    EXPECT_EQ(refusal("[\"a\nb\"]"), "1:4 a text holds a control character that is not escaped");
    EXPECT_EQ(refusal("// no comments\n{}"), "1:1 expected a value");
}

TEST(Json, NamesTheKeyOfANumberThatBeginsWithAZero) {
    EXPECT_EQ(refusal("{\"microbatches\":01}"), "1:17 microbatches: 01 begins with a zero");
    EXPECT_EQ(refusal("{\"a\":[7,-012]}"), "1:9 -012 begins with a zero");
    EXPECT_EQ(refusal("[0 1]"), "1:4 expected ',' or ']' after an item of an array");
}

TEST(Json, RefusesHalvesOfSurrogatePairs) {
    EXPECT_EQ(refusal(R"(["\ud800x"])"), "1:3 this \\u escape is half of a pair without its other half");
    EXPECT_EQ(refusal(R"(["\ud800\u0041"])"), "1:3 this \\u escape is half of a pair without its other half");
    EXPECT_EQ(refusal(R"(["\udc00"])"), "1:2 a text holds half of a \\u pair without its other half");
    EXPECT_EQ(refusal(R"(["\ud7ff\ue000"])"), "");
}

TEST(Json, RefusesWhatIsNotUtf8) {
    EXPECT_EQ(refusal("[\"a\xFF\"]"), "1:4 a text is not valid UTF-8");
    EXPECT_EQ(refusal("[\"\xC0\x80\"]"), "1:3 a text is not valid UTF-8");
    EXPECT_EQ(refusal("[\"\xED\xA0\x80\"]"), "1:3 a text is not valid UTF-8");
    EXPECT_EQ(refusal("[\"\xC3\"]"), "1:3 a text is not valid UTF-8");
}

TEST(Json, RefusesNulBytesAndByteOrderMarks) {
    using namespace std::string_view_literals;
    EXPECT_EQ(refusal("\0"sv), "1:1 a NUL byte");
    EXPECT_EQ(refusal("{\"a\":\0 1}"sv), "1:6 a NUL byte");
    EXPECT_EQ(refusal("[\"a\0b\"]"sv), "1:4 a NUL byte");
    EXPECT_EQ(refusal("[1\0]"sv), "1:3 a NUL byte");
    EXPECT_EQ(refusal("{}\0"sv), "1:3 unexpected text after the end of the document");
    EXPECT_EQ(refusal("\xEF\xBB\xBF{}"), "1:1 the text begins with a byte order mark, which JSON does not allow");
}

TEST(Json, RefusesEveryBeginningOfADocument) {
    const std::string_view text = "{\"a\":[1.5e3,\"t\\u00e9\\n\",true,false,null,{\"b\":\"é\"}],\n\"c\":-0.5}";
    ASSERT_EQ(refusal(text), "");
    for (std::size_t size = 1; size < text.size(); ++size) {
        const auto tree = parse_all(text.substr(0, size));
        ASSERT_FALSE(tree.has_value()) << size;
        EXPECT_EQ(tree.error().message, "the text ends too early") << size;
        EXPECT_EQ(tree.error().place, place_at(text, size)) << size;
    }
}

TEST(Json, RefusesAKeyThatIsThereTwice) {
    EXPECT_EQ(refusal("{\"a\":1,\n\"b\":2,\"a\":3}"), "2:7 the key \"a\" is in this object twice");
    EXPECT_EQ(refusal(R"({"a":1,"\u0061":3})"), "1:8 the key \"a\" is in this object twice");
    EXPECT_EQ(refusal(R"({"x":{"a":{"a":1}},"a":{"a":2}})"), "");
    EXPECT_EQ(refusal(R"([{"a":1},{"a":1}])"), "");
    EXPECT_EQ(refusal(R"({"a":{"b":1,"b":1}})"), "1:13 the key \"b\" is in this object twice");
}

TEST(Json, NamesTheFirstRepetitionAmongManyKeys) {
    EXPECT_EQ(refusal(R"({"i":0,"h":0,"g":0,"f":0,"e":0,"d":0,"c":0,"b":0,"i":0,"a":0,"a":0,"b":0})"),
              "1:50 the key \"i\" is in this object twice");
}

TEST(Json, ReadsAMillionKeysAndFindsTheRepeatedOne) {
    std::string text = "{";
    for (int i = 0; i < 1'000'000; ++i) text += fmt::format("\"key{}\":0,\n", i);
    EXPECT_EQ(refusal(text + "\"last\":0}"), "");
    EXPECT_EQ(refusal(text + "\"key500000\":0}"), "1000001:1 the key \"key500000\" is in this object twice");
}

TEST(Json, ReadsAMillionItems) {
    const std::string text = repeated("[", 1) + repeated("0,", 1'000'000) + "1]";
    const auto tree = parse_all(text);
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(tree->root().size(), 1'000'001U);
    std::size_t items = 0;
    for (const Value& item : tree->root().items()) items += item.kind() == Kind::number ? 1U : 0U;
    EXPECT_EQ(items, 1'000'001U);
}

TEST(Json, LimitsTheDepth) {
    EXPECT_EQ(refusal(repeated("[", max_depth) + repeated("]", max_depth)), "");
    EXPECT_EQ(refusal(repeated("[", max_depth + 1) + repeated("]", max_depth + 1)),
              "1:65 an array nested more than 64 levels deep");
    EXPECT_EQ(refusal(repeated("[", 100'000)), "1:65 an array nested more than 64 levels deep");
    EXPECT_EQ(refusal(repeated("{\"a\":", 100'000)), "1:321 an object nested more than 64 levels deep");
    EXPECT_EQ(refusal(repeated("[[],", 100'000)), "1:254 an array nested more than 64 levels deep");
}

TEST(Json, TreesCanBeMoved) {
    std::string text = R"({"a\n":"b\n"})";
    auto parsed = parse(text);
    ASSERT_TRUE(parsed.has_value());
    const Tree tree = std::move(parsed->tree);
    EXPECT_EQ(member(tree.root(), "a\n").text(), "b\n");
}

TEST(PlaceAt, CountsLinesAndBytes) {
    EXPECT_EQ(place_at("ab\nc", 0), (Place{1, 1}));
    EXPECT_EQ(place_at("ab\nc", 2), (Place{1, 3}));
    EXPECT_EQ(place_at("ab\nc", 3), (Place{2, 1}));
    EXPECT_EQ(place_at("ab\nc", 4), (Place{2, 2}));
    EXPECT_EQ(place_at("ab\nc", 1, {5, 4}), (Place{5, 5}));
    EXPECT_EQ(place_at("ab\nc", 4, {5, 4}), (Place{6, 2}));
}

}  // namespace
}  // namespace tickproof::json

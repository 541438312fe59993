#include "fuzz/mutate/json_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/formats/json/json.h"

namespace tickproof::fuzz {
namespace {

std::vector<std::string> values_of(std::string_view text) {
    std::vector<std::string> values;
    for (const auto& [begin, end] : value_spans(text)) values.emplace_back(text.substr(begin, end - begin));
    return values;
}

TEST(JsonValues, AreFoundAtEveryDepth) {
    EXPECT_THAT(values_of(R"({"a": [1, "x,\"]", -2.5e3], "b": null})"),
                testing::ElementsAre(R"("a")", "1", R"("x,\"]")", "-2.5e3", R"([1, "x,\"]", -2.5e3])", R"("b")", "null",
                                     R"({"a": [1, "x,\"]", -2.5e3], "b": null})"));
}

TEST(JsonValues, AreFoundInWhatIsNoJson) {
    EXPECT_THAT(values_of("]}1[\"\\"), testing::ElementsAre("1", "\"\\"));
    EXPECT_THAT(values_of(""), testing::IsEmpty());
}

TEST(JsonValues, OfTwoChangesMoreThanOneInThreeIsStillJson) {
    const std::string text = R"({"events":[{"tick":0,"kind":"forward"},{"tick":1,"kind":"backward"}],"total":[1,2]})";
    Random random(1);
    int changed = 0;
    int parsed = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::string now = with_a_value_changed(text, random);
        changed += now != text ? 1 : 0;
        parsed += json::parse_all(now) ? 1 : 0;
    }
    EXPECT_GT(changed, 800);
    EXPECT_GT(parsed, 333);
}

TEST(JsonValues, TheSameSeedChangesTheSameValue) {
    Random first(7);
    Random second(7);
    EXPECT_EQ(with_a_value_changed("[1,2,3,[4]]", first), with_a_value_changed("[1,2,3,[4]]", second));
}

TEST(JsonValues, ATextWithoutValuesBecomesOne) {
    Random random(3);
    EXPECT_NE(with_a_value_changed(" ", random), " ");
}

}  // namespace
}  // namespace tickproof::fuzz

#include "planner/formats/orders_json.h"

#include <gtest/gtest.h>

#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view small_case =
    R"({"id":"02a","stages":2,"virtual":1,"microbatches":2,"placement":"loop",)"
    R"("orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]],)"
    R"("expect":{"verdict":"valid","dependencies":"ok","makespan":6,"messages":4,"peak":[2,1],)"
    R"("peak_freed_at_input_gradient":[2,1],"buffered":{"0":"deadlock","1":"ok"},"grouped":"ok","fifo":"swap",)"
    R"("why":["for","people"],"note":null},"note":"a note","why":7})";

std::expected<OrdersCase, json::Error> read(std::string_view text) {
    const auto tree = json::parse_all(text);
    if (!tree) return std::unexpected(tree.error());
    return read_orders(tree->root());
}

std::string refused(std::string_view text) { return refusal(text, read_orders); }

// The refusal of an object with these members beside stages and microbatches, on a line of their own: the second.
std::string refused_with(std::string_view members) {
    return refused(fmt::format("{{\"stages\":2,\"microbatches\":1,\n{}}}", members));
}

std::string refused_expect(std::string_view members) {
    return refused(fmt::format("{{\"stages\":2,\"microbatches\":1,\"orders\":[],\"expect\":{{\n{}}}}}", members));
}

Action forward(std::uint32_t stage, std::uint32_t microbatch) {
    return {ActionKind::forward, false, stage, microbatch};
}

TEST(OrdersJson, ReadsEveryField) {
    const auto found = read(small_case);
    ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
    const Orders& orders = found->orders;
    EXPECT_EQ(orders.id, "02a");
    EXPECT_EQ(orders.ranks, 2U);
    EXPECT_EQ(orders.chunks, 1U);
    EXPECT_EQ(orders.microbatches, 2U);
    EXPECT_EQ(orders.placement, Placement::loop(2));
    ASSERT_EQ(orders.by_rank.size(), 2U);
    EXPECT_EQ(orders.by_rank[1][0], forward(1, 0));
    EXPECT_EQ(orders.by_rank[0][3], (Action{ActionKind::backward, false, 0, 1}));
    const Expectation expected{.valid = true,
                               .dependencies_run = true,
                               .makespan_ticks = 6,
                               .messages = 4,
                               .peak = std::vector<std::uint64_t>{2, 1},
                               .peak_freed_at_input_gradient = std::vector<std::uint64_t>{2, 1},
                               .buffered = {{0, false}, {1, true}},
                               .grouped_runs = true,
                               .fifo_fits = false};
    EXPECT_EQ(found->expect, expected);
}

TEST(OrdersJson, HasDefaults) {
    const auto found = read(R"({"stages":1,"microbatches":1,"orders":[["F0"]]})");
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->orders.id, "");
    EXPECT_EQ(found->orders.chunks, 1U);
    EXPECT_EQ(found->orders.placement, Placement::loop(1));
    EXPECT_FALSE(found->expect.has_value());
}

TEST(OrdersJson, ReadsAndWritesTheWholeCorpus) {
    const std::vector<std::string> lines = lines_of(corpus_file("orders.jsonl"));
    ASSERT_EQ(lines.size(), 29U);
    for (const std::string& line : lines) {
        const auto found = read(line);
        ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
        EXPECT_TRUE(found->expect.has_value());
        const auto again = read(written(write_orders, found->orders));
        ASSERT_TRUE(again.has_value()) << in_one_line(again.error());
        EXPECT_EQ(again->orders, found->orders) << line;
    }
}

TEST(OrdersJson, WritesTheShortestTokens) {
    const std::string text = R"({"id":"a\"b","stages":2,"virtual":1,"microbatches":2,"placement":[1,0],)"
                             R"x("orders":[["F0","SEND_F0","0F1","(F1;B0)"],["W0"]]})x";
    const auto found = read(text);
    ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
    EXPECT_EQ(found->orders.by_rank[0][0], forward(1, 0));
    EXPECT_EQ(found->orders.by_rank[0].size(), 5U);
    EXPECT_EQ(written(write_orders, found->orders), text);
}

TEST(OrdersJson, WritesEveryPlacement) {
    for (const std::string_view placement : {R"("loop")", R"("v")", "[0,1,1,0]", "[]"}) {
        const std::string text = fmt::format(
            R"({{"stages":2,"virtual":2,"microbatches":1,"placement":{},"orders":[["0F0"],[]]}})", placement);
        const auto found = read(text);
        ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
        EXPECT_EQ(written(write_orders, found->orders), text);
    }
}

TEST(OrdersJson, KeepsBufferIds) {
    constexpr std::string_view text =
        R"({"stages":1,"virtual":1,"microbatches":1,"placement":"loop","orders":[["F0","B0"]],"buffers":[[3,0]]})";
    const auto found = read(text);
    ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
    EXPECT_EQ(found->orders.buffers, (std::vector<std::vector<std::uint32_t>>{{3, 0}}));
    EXPECT_EQ(written(write_orders, found->orders), text);
    EXPECT_EQ(refused_with(R"("orders":[["F0"]],"buffers":[[1,2]])"), "2:30 buffers: 2 for the 1 actions of rank 0");
    EXPECT_EQ(refused_with(R"("orders":[["F0"]],"buffers":[])"), "2:29 buffers: one list a rank is needed");
    EXPECT_EQ(refused_with(R"("orders":[["F0"]],"buffers":[[1],[]])"), "2:29 buffers: one list a rank is needed");
    EXPECT_EQ(refused_with(R"("orders":[["F0"]],"buffers":[[-1]])"),
              "2:31 buffers: -1 is not a whole number (digits only)");
}

TEST(OrdersJson, LeavesTheStageOutOnlyWhereARankHoldsExactlyOne) {
    const std::string_view sentence =
        "the virtual stage may be left out only when V = 1 and the placement gives this "
        "rank one";
    EXPECT_EQ(refused_with(R"("virtual":2,"orders":[["F0"]])"), fmt::format("2:24 \"F0\": {}", sentence));
    EXPECT_EQ(refused_with(R"("orders":[[],[],["0F0","F0"]])"), "") << "a rank too many is for the checker to name";
    EXPECT_EQ(refused_with(R"("placement":"v","orders":[["F0"],["F0"]])"), "");
    EXPECT_EQ(refused_with(R"("placement":[1,1],"orders":[[],["F0"]])"), fmt::format("2:33 \"F0\": {}", sentence));
    EXPECT_EQ(refused_with(R"("placement":[1,1],"orders":[["F0"],[]])"), fmt::format("2:30 \"F0\": {}", sentence));
    EXPECT_EQ(refused_with(R"("placement":[1,1,1],"orders":[[],["F0"]])"), fmt::format("2:35 \"F0\": {}", sentence));
    EXPECT_EQ(refused_with(R"("placement":[1,4294967295,0],"orders":[["F0"],["F0"]])"), "");
}

TEST(OrdersJson, ReadsWhatIsOutOfRange) {
    EXPECT_EQ(refused_with(R"("orders":[["9F7","9F7"],[],[],[]])"), "");
    EXPECT_EQ(refused(R"({"stages":0,"virtual":0,"microbatches":0,"orders":[["0F0"]]})"), "");
}

TEST(OrdersJson, SetsNothingAsideForWhatAFileOnlyDeclares) {
    const auto found = read(R"({"stages":1000000000,"microbatches":1000000000,"placement":"v","orders":[]})");
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->orders.by_rank.capacity(), 0U);
}

TEST(OrdersJson, NamesBadTokensWithTheirPlace) {
    for (const std::string_view bad : {"F1x", "F-1", "0F", "", "F1.5"}) {
        const std::string found = refused_with(fmt::format("\"orders\":[[\"F0\",\n\"{}\"]]", bad));
        EXPECT_TRUE(found.starts_with(fmt::format("3:1 \"{}\": ", bad))) << found;
    }
    EXPECT_EQ(refused_with(R"("orders":[["F0",3]])"), "2:17 orders: 3 is not a text");
    EXPECT_EQ(refused_with(R"("orders":["F0"])"), "2:11 orders: \"F0\" is not an array");
    EXPECT_EQ(refused_with(R"("orders":{})"), "2:10 orders: an object is not an array");
}

TEST(OrdersJson, RefusesBadHeads) {
    EXPECT_EQ(refused("{}"), "1:1 the key \"stages\" is missing");
    EXPECT_EQ(refused(R"({"stages":1,"microbatches":1})"), "1:1 the key \"orders\" is missing");
    EXPECT_EQ(refused(R"({"stages":1.5,"microbatches":1,"orders":[]})"),
              "1:11 stages: 1.5 is not a whole number (digits only)");
    EXPECT_EQ(refused_with(R"("virtual":-1,"orders":[])"), "2:11 virtual: -1 is not a whole number (digits only)");
    EXPECT_EQ(refused_with(R"("id":7,"orders":[])"), "2:6 id: 7 is not a text");
    EXPECT_EQ(refused_with(R"("placement":"zigzag","orders":[])"),
              "2:13 placement: \"zigzag\" is not one of loop, v, a list of ranks");
    EXPECT_EQ(refused_with(R"("placement":1,"orders":[])"), "2:13 placement: 1 is not one of loop, v, a list of ranks");
    EXPECT_EQ(refused_with(R"("placement":[0,4294967298],"orders":[])"),
              "2:16 placement: 4294967298 is too large (at most 4294967295)");
}

TEST(OrdersJson, RefusesAMisspeltKeyInsteadOfPassingOverIt) {
    EXPECT_EQ(refused_with(R"("orders":[],"expects":{"makespan":6})"), "2:13 orders: unknown key \"expects\"");
    EXPECT_EQ(refused_with(R"("placment":"v","orders":[])"), "2:1 orders: unknown key \"placment\"");
    EXPECT_EQ(refused_with(R"("orders":[],"events":[])"), "2:13 orders: unknown key \"events\"");
}

TEST(OrdersJson, RefusesBadExpectations) {
    EXPECT_EQ(refused_expect(R"("makepan":6)"), "2:1 expect: unknown key \"makepan\"");
    EXPECT_EQ(refused_expect(R"("verdict":"ok")"), "2:11 verdict: \"ok\" is not one of valid, invalid");
    EXPECT_EQ(refused_expect(R"("dependencies":"deadlock")"),
              "2:16 dependencies: \"deadlock\" is not one of ok, cycle");
    EXPECT_EQ(refused_expect(R"("makespan":6.5)"), "2:12 makespan: 6.5 is not a whole number (digits only)");
    EXPECT_EQ(refused_expect(R"("messages":-4)"), "2:12 messages: -4 is not a whole number (digits only)");
    EXPECT_EQ(refused_expect(R"("peak":[2,"1"])"), "2:11 peak: \"1\" is not a whole number (digits only)");
    EXPECT_EQ(refused_expect(R"("peak_freed_at_input_gradient":2)"),
              "2:32 peak_freed_at_input_gradient: 2 is not an array");
    EXPECT_EQ(refused_expect(R"("grouped":"cycle")"), "2:11 grouped: \"cycle\" is not one of ok, deadlock");
    EXPECT_EQ(refused_expect(R"("fifo":"deadlock")"), "2:8 fifo: \"deadlock\" is not one of ok, swap");
    EXPECT_EQ(refused_expect(R"("buffered":"ok")"), "2:12 buffered: \"ok\" is not an object");
    EXPECT_EQ(refused_expect(R"("buffered":{"0":"swap"})"), "2:17 buffered: \"swap\" is not one of ok, deadlock");
    for (const std::string_view slots : {"", "-1", "x", "01", "1.5", "99999999999999999999"}) {
        EXPECT_EQ(refused_expect(fmt::format(R"("buffered":{{"{}":"ok"}})", slots)),
                  fmt::format("2:13 buffered: \"{}\" is not a number of slots", slots));
    }
    EXPECT_EQ(refused_with(R"("orders":[],"expect":null)"), "2:22 expect: null is not an object");
}

TEST(OrdersJson, RefusesEveryBeginningOfACase) {
    ASSERT_EQ(refused(small_case), "");
    for (std::size_t size = 1; size < small_case.size(); ++size) {
        ASSERT_EQ(refused(small_case.substr(0, size)), fmt::format("1:{} the text ends too early", size + 1));
    }
}

TEST(OrdersJson, RefusesEveryKeyThatIsThereTwice) {
    const std::vector<KeyPlace> keys = keys_of(small_case);
    ASSERT_EQ(keys.size(), 22U);
    for (const KeyPlace& at : keys) {
        const std::string first = fmt::format("\"{}\":0,", at.key);
        EXPECT_EQ(refused(with_inserted(small_case, at.offset, first)),
                  fmt::format("1:{} the key \"{}\" is in this object twice", at.offset + first.size() + 1, at.key));
    }
}

}  // namespace
}  // namespace tickproof::formats

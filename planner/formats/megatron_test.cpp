#include "planner/formats/megatron.h"

#include <gtest/gtest.h>

#include "planner/formats/orders_json.h"
#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view first_list = "1 1 1 2 2 2 -2 1 -2 1 -2 2 -1 2 -1 -1 -2 -2 -1 -1";
constexpr std::string_view pairs = "[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (4, 0), (3, 1), (4, 1)]";
constexpr std::string_view labels =
    "# virtual_microbatch_id | 0 1 2 3 4 5 6 7 8 9\n"
    "# microbatch_id         | 0 1 2 0 1 2 3 4 3 4\n"
    "# model_chunk_id        | 0 0 0 1 1 1 0 0 1 1\n";

std::string text_of(const std::expected<Orders, json::Error>& orders) {
    return orders ? written(write_orders, *orders) : in_one_line(orders.error());
}
std::string order(std::string_view text, std::optional<std::uint64_t> ranks = {}) {
    return text_of(read_megatron_order(text, ranks));
}
std::string table(std::string_view text, std::optional<std::uint64_t> ranks) {
    return text_of(read_megatron_table(text, ranks));
}

constexpr std::string_view both_ranks =
    R"({"stages":2,"virtual":2,"microbatches":5,"placement":"loop","orders":[)"
    R"(["0F0","0F1","0F2","2F0","2F1","2F2","2B0","0F3","2B1","0F4","2B2","2F3","0B0","2F4","0B1","0B2","2B3","2B4","0B3","0B4"],)"
    R"(["1F0","1F1","1F2","3F0","3B0","3F1","3B1","3F2","3B2","1F3","1B0","1F4","1B1","3F3","1B2","3F4","3B3","3B4","1B3","1B4"]]})";

TEST(Megatron, ReadsATable) {
    EXPECT_EQ(table(pairs, 2), both_ranks);
    EXPECT_EQ(table(labels, 2), both_ranks);
    EXPECT_EQ(table("(0, 0), (1, 0)", 2), R"({"stages":2,"virtual":1,"microbatches":2,"placement":"loop",)"
                                          R"("orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]})");
}

TEST(Megatron, ReadsOrderLists) {
    EXPECT_EQ(order(std::string(first_list) + "\n1 1 1 2 -2 2 -2 2 -2 1 -1 1 -1 2 -1 2 -2 -2 -1 -1\n"), both_ranks);
    EXPECT_EQ(order("[1, 1, -1, -1]\n[+1, -1, +1, -1]"),
              R"({"stages":2,"virtual":1,"microbatches":2,"placement":"loop",)"
              R"("orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]})");
    EXPECT_EQ(read_megatron_order("1 -1").value().columns, (std::vector<std::vector<std::uint32_t>>{{1, 2}}));
}

TEST(Megatron, MakesTheOtherListsOfTheFirst) {
    EXPECT_EQ(order(first_list, 2), both_ranks);
    EXPECT_EQ(order(first_list, 3), "1:1 this is not the list of rank 0 of 3, from which the others' would follow");
    EXPECT_EQ(order("1 -1\n1 -1\n", 3), "1:1 there are lists of 2 ranks, not of 3");
}

TEST(Megatron, RefusesJunkWithRowAndColumn) {
    EXPECT_EQ(order("1 -1\n1 x"), "2:3 row 2, column 2: \"x\" is not a whole number (digits only)");
    EXPECT_EQ(order("1 --1"), "1:3 row 1, column 2: \"-1\" is not a whole number (digits only)");
    EXPECT_EQ(order("1 0"), "1:3 row 1, column 2: 0 is neither a forward nor a backward: chunks are counted from 1");
    EXPECT_EQ(order("1 4294967296"), "1:3 row 1, column 2: 4294967296 is larger than 4294967295");
    EXPECT_EQ(order("1 -7"), "1:1 chunk 6 is named, but there are only 2 entries");
    EXPECT_EQ(order("1 -1\n\n1 -1"),
              "2:1 row 2, column 1: a row is what a rank does, and there is nothing in this one");
    EXPECT_EQ(order(""), "1:1 the file is empty");
}

TEST(Megatron, RefusesBrokenTables) {
    EXPECT_EQ(table(pairs, std::nullopt), "1:1 a table does not tell how many ranks walk it: give --stages");
    EXPECT_EQ(table(pairs, 0), "1:1 there must be a rank");
    EXPECT_EQ(table("(0, 0), (1)", 2), "1:1 there are 2 microbatches but 1 chunks in the table");
    EXPECT_EQ(table("(0, 0), (1, y)", 2), "1:13 row 1, column 4: \"y\" is not a whole number (digits only)");
    EXPECT_EQ(table("(0, 4294967295)", 2), "1:1 chunk 4294967295 is named, but there are only 1 entries");
    EXPECT_EQ(table("microbatch_id | 0 1\nmodel_chunk_id | 0\n", 2),
              "1:1 there are 2 microbatches but 1 chunks in the table");
    EXPECT_EQ(table("microbatch_id | 0\nmicrobatch_id | 0\n", 2),
              "2:1 row 2, column 1: microbatch_id comes a second time");
    EXPECT_EQ(
        table("microbatch_id | 0\nchunk | 0\n", 2),
        "2:1 row 2, column 1: a row of a table is virtual_microbatch_id, microbatch_id or model_chunk_id, a bar and "
        "numbers");
    EXPECT_EQ(table("microbatch_id | 0 q", 2), "1:19 row 1, column 2: \"q\" is not a whole number (digits only)");
    EXPECT_EQ(table("|", 2).substr(0, 26), "1:1 row 1, column 1: a row");
    EXPECT_EQ(table("", 2), "1:1 the table is empty");
    EXPECT_EQ(table(pairs, 18446744073709551615U),
              "1:1 over 18446744073709551615 ranks these are more ops than the limit of 67108864");
}

}  // namespace
}  // namespace tickproof::formats

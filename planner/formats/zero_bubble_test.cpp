#include "planner/formats/zero_bubble.h"

#include <gtest/gtest.h>

#include "planner/formats/orders_json.h"
#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

std::string as_orders(std::string_view text, ZeroBubbleBackward backward = ZeroBubbleBackward::input_half) {
    const auto orders = read_zero_bubble(text, backward);
    return orders ? written(write_orders, *orders) : in_one_line(orders.error());
}

TEST(ZeroBubble, ReadsOneChunk) {
    constexpr std::string_view expected =
        R"({"stages":2,"virtual":1,"microbatches":2,"placement":"loop",)"
        R"("orders":[["F0","SEND_F0","F1","SEND_F1","RECV_B0","I0","W0","RECV_B1","I1","W1"],)"
        R"(["RECV_F0","F0","I0","SEND_B0","W0","RECV_F1","F1","I1","SEND_B1","W1"]]})";
    constexpr std::string_view lower = "f0 sf0 f1 sf1 rb0 b0 w0 rb1 b1 w1\nrf0 f0 b0 sb0 w0 rf1 f1 b1 sb1 w1\n";
    EXPECT_EQ(as_orders(lower), expected);
    EXPECT_EQ(as_orders("F0 SF0 F1 SF1 RB0 B0 W0 RB1 B1 W1\r\n RF0\tF0 B0 SB0 W0 RF1 F1 B1 SB1 W1  \r\n\r\n"),
              expected);
}

TEST(ZeroBubble, LaysTwoChunksInAV) {
    EXPECT_EQ(as_orders("f0 F0 B0 W0 b0 w0\nf0 F0 B0 W0 b0 w0\n"),
              R"({"stages":2,"virtual":2,"microbatches":1,"placement":"v",)"
              R"("orders":[["0F0","3F0","3I0","3W0","0I0","0W0"],["1F0","2F0","2I0","2W0","1I0","1W0"]]})");
}

TEST(ZeroBubble, ReadsFullBackwardsWhenAsked) {
    EXPECT_EQ(as_orders("f0 b0", ZeroBubbleBackward::full),
              R"({"stages":1,"virtual":1,"microbatches":1,"placement":"loop","orders":[["F0","B0"]]})");
    EXPECT_EQ(as_orders("f0 b0 w0", ZeroBubbleBackward::full),
              "1:7 row 1, column 3: there is no w where backward is full");
}

TEST(ZeroBubble, KeepsColumns) {
    EXPECT_EQ(read_zero_bubble("f0  b0\tw0").value().columns, (std::vector<std::vector<std::uint32_t>>{{1, 2, 3}}));
}

TEST(ZeroBubble, RefusesJunkWithRowAndColumn) {
    for (const std::string_view token :
         {"x0", "f", "0", "f0f", "f0,f1", "f-1", "f1.5", "sF0", "f00", "fb0", "f4294967296", "\xFF"}) {
        const std::string found = as_orders("f0 b0 w0\nf0 " + std::string(token) + " w0\n");
        EXPECT_TRUE(found.starts_with("2:4 row 2, column 2: \"")) << token << ": " << found;
    }
    EXPECT_EQ(as_orders(""), "1:1 the file is empty");
    EXPECT_EQ(as_orders("f0 b0 w0\n\nf0 b0 w0"),
              "2:1 row 2, column 1: a row is what a rank does, and there is nothing in this one");
}

}  // namespace
}  // namespace tickproof::formats

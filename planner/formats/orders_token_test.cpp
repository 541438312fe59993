#include "planner/formats/orders_token.h"

#include <gtest/gtest.h>

namespace tickproof::formats {
namespace {

std::string refusal(std::string_view text, std::optional<std::uint32_t> own_stage = 0) {
    const auto token = read_token(text, own_stage);
    return token ? "" : token.error();
}

TEST(OrdersToken, ReadsEveryKind) {
    const auto read = [](std::string_view text) { return read_token(text, std::nullopt).value().first; };
    EXPECT_EQ(read("0F3"), (Action{ActionKind::forward, false, 0, 3}));
    EXPECT_EQ(read("12B0"), (Action{ActionKind::backward, false, 12, 0}));
    EXPECT_EQ(read("1I2"), (Action{ActionKind::backward_input, false, 1, 2}));
    EXPECT_EQ(read("1W2"), (Action{ActionKind::backward_weight, false, 1, 2}));
    EXPECT_EQ(read("3SEND_F10"), (Action{ActionKind::send_forward, false, 3, 10}));
    EXPECT_EQ(read("3RECV_F1"), (Action{ActionKind::receive_forward, false, 3, 1}));
    EXPECT_EQ(read("2SEND_B1"), (Action{ActionKind::send_backward, false, 2, 1}));
    EXPECT_EQ(read("2RECV_B1"), (Action{ActionKind::receive_backward, false, 2, 1}));
    EXPECT_EQ(read("2UNSHARD"), (Action{ActionKind::unshard, false, 2, 0}));
    EXPECT_EQ(read("2RESHARD"), (Action{ActionKind::reshard, false, 2, 0}));
    EXPECT_EQ(read("12REDUCE_GRAD"), (Action{ActionKind::reduce_gradient, false, 12, 0}));
    EXPECT_EQ(read_token("UNSHARD", 5)->first, (Action{ActionKind::unshard, false, 5, 0}));
    EXPECT_FALSE(read_token("2UNSHARD0", 5));
    EXPECT_EQ(write_token({{ActionKind::unshard, false, 2, 0}, std::nullopt}, 5), "2UNSHARD");
    EXPECT_EQ(write_token({{ActionKind::reduce_gradient, false, 5, 0}, std::nullopt}, 5), "REDUCE_GRAD");
    EXPECT_EQ(read("4294967295F4294967295"), (Action{ActionKind::forward, false, 4294967295, 4294967295}));
}

TEST(OrdersToken, PutsInTheOwnStage) {
    EXPECT_EQ(read_token("F3", 5)->first, (Action{ActionKind::forward, false, 5, 3}));
    EXPECT_EQ(read_token("2F3", 5)->first, (Action{ActionKind::forward, false, 2, 3}));
    EXPECT_EQ(refusal("F3", std::nullopt),
              "\"F3\": the virtual stage may be left out only when V = 1 and the placement gives this rank one");
}

TEST(OrdersToken, ReadsOverlappedPairs) {
    const Token pair{{ActionKind::forward, true, 0, 7}, Action{ActionKind::backward, false, 7, 3}};
    EXPECT_EQ(read_token("(0F7;7B3)", std::nullopt), pair);
    EXPECT_EQ(read_token("(F7;7B3)", 0), pair);
    const Token split{{ActionKind::forward, true, 0, 7}, Action{ActionKind::backward_input, false, 7, 3}};
    EXPECT_EQ(read_token("(0F7;7I3)", std::nullopt), split);
}

TEST(OrdersToken, WritesTheShortestForm) {
    for (const std::string_view text :
         {"0F3", "F3", "4B0", "I1", "W1", "2SEND_F1", "RECV_B7", "(0F7;7B3)", "(F7;B3)", "(0F7;I3)"}) {
        const auto token = read_token(text, 1);
        ASSERT_TRUE(token.has_value()) << text;
        EXPECT_EQ(write_token(*token, 1), text);
    }
    EXPECT_EQ(write_token(*read_token("1F3", 1), 1), "F3");
    EXPECT_EQ(write_token(*read_token("1F3", 1), std::nullopt), "1F3");
}

TEST(OrdersToken, RefusesJunk) {
    for (const std::string_view text : {"",
                                        "F",
                                        "0F",
                                        "F1x",
                                        "F-1",
                                        "F1.5",
                                        "F 1",
                                        " F1",
                                        "F1 ",
                                        "f1",
                                        "0",
                                        "X1",
                                        "-1F0",
                                        "1.0F0",
                                        "FB1",
                                        "2BW0",
                                        "SEND1",
                                        "SEND_F",
                                        "SEND_G1",
                                        "F1F1",
                                        "()",
                                        "(",
                                        "(0F1)",
                                        "(;)",
                                        "(0F1;)",
                                        "(;0B1)",
                                        "(0F1;0B1",
                                        "0F1;0B1)",
                                        "((0F1;0B1))",
                                        "(0F1;0B1;0B2)",
                                        "(0B1;0F1)",
                                        "(0F1;0F2)",
                                        "(0F1;0W1)",
                                        "(0F1;0SEND_F1)",
                                        "0UNSHARD0",
                                        "٣F1"}) {
        EXPECT_NE(refusal(text), "") << text;
    }
    EXPECT_EQ(refusal("F1x"),
              "\"F1x\": an action is a virtual stage, one of F B I W SEND_F RECV_F SEND_B RECV_B UNSHARD RESHARD "
              "REDUCE_GRAD, and a microbatch, as in 0F3 (the last three have none)");
    EXPECT_EQ(refusal("(0B1;0F1)"), "\"(0B1;0F1)\": an overlapped pair is a forward and then a backward (B or I)");
}

TEST(OrdersToken, RefusesNumbersThatAreTooLargeOrBeginWithAZero) {
    EXPECT_EQ(refusal("4294967296F0"), "\"4294967296F0\": one of its numbers is larger than 4294967295");
    EXPECT_EQ(refusal("0F4294967298"), "\"0F4294967298\": one of its numbers is larger than 4294967295");
    EXPECT_EQ(refusal("00F1"), "\"00F1\": one of its numbers begins with a zero");
    EXPECT_EQ(refusal("F01"), "\"F01\": one of its numbers begins with a zero");
}

TEST(OrdersToken, ShortensLongTokens) {
    const std::string found = refusal(std::string(100'000, '9') + "F");
    EXPECT_LT(found.size(), 300U);
    EXPECT_LT(refusal("F1" + std::string(100'000, '9')).size(), 300U);
}

}  // namespace
}  // namespace tickproof::formats

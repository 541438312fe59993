#include "planner/formats/deepspeed.h"

#include <gtest/gtest.h>

#include "planner/formats/orders_json.h"
#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

std::string as_orders(std::string_view text) {
    const auto orders = read_deepspeed(text);
    return orders ? written(write_orders, *orders) : in_one_line(orders.error());
}

constexpr std::string_view headed =
    "rank 0:\n"
    "[LoadMicroBatch(buffer_id=0), ForwardPass(buffer_id=0)]\n"
    "[SendActivation(buffer_id=0)]\n"
    "[]\n"
    "[RecvGrad(buffer_id=0), BackwardPass(buffer_id=0), ReduceTiedGrads(), ReduceGrads(), OptimizerStep()]\n"
    "rank 1:\n"
    "[RecvActivation(buffer_id=1), LoadMicroBatch(buffer_id=1), ForwardPass(buffer_id=1)]\n"
    "[BackwardPass(buffer_id=1)]\n"
    "[SendGrad(buffer_id=1)]\n"
    "[ReduceTiedGrads(), ReduceGrads(), OptimizerStep()]\n";
constexpr std::string_view nested =
    "[[LoadMicroBatch(buffer_id=0), ForwardPass(buffer_id=0)], [SendActivation(buffer_id=0)], [],\n"
    " [RecvGrad(buffer_id=0), BackwardPass(buffer_id=0)]]\n"
    "[[RecvActivation(buffer_id=1), ForwardPass(buffer_id=1)], [BackwardPass(buffer_id=1)], [SendGrad(buffer_id=1)]]\n";
constexpr std::string_view expected =
    R"({"stages":2,"virtual":1,"microbatches":1,"placement":"loop",)"
    R"("orders":[["F0","SEND_F0","RECV_B0","B0"],["RECV_F0","F0","B0","SEND_B0"]],"buffers":[[0,0,0,0],[1,1,1,1]]})";

TEST(Deepspeed, ReadsRanksHoweverTheyAreToldApart) {
    EXPECT_EQ(as_orders(headed), expected);
    EXPECT_EQ(as_orders(nested), expected);
    EXPECT_EQ(as_orders("[" + std::string(nested) + "]"), expected);
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0)]\n[SendActivation(buffer_id=0)]\n[RecvGrad(buffer_id=0), "
                        "BackwardPass(buffer_id=0)]\n\n\r\n[RecvActivation(buffer_id=1), ForwardPass(buffer_id=1)]\r\n"
                        "[BackwardPass( buffer_id = 1 )]\n[SendGrad(buffer_id=1)]\n\n"),
              expected);
}

TEST(Deepspeed, CountsMicrobatchesByKind) {
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0), ForwardPass(buffer_id=1), BackwardPass(buffer_id=0), "
                        "BackwardPass(buffer_id=1)]"),
              R"({"stages":1,"virtual":1,"microbatches":2,"placement":"loop","orders":[["F0","F1","B0","B1"]],)"
              R"("buffers":[[0,1,0,1]]})");
}

TEST(Deepspeed, RefusesWhatIsNoInstruction) {
    EXPECT_EQ(as_orders("[ForwardPas(buffer_id=0)]"), "1:2 \"ForwardPas\" is no instruction");
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0)]\n[7]"), "2:2 \"7\" is no part of instructions");
    for (const std::string_view text : {"()", "(0)", "(buffer_id=)", "(buffer_id=-1)", "(buffer_id=0",
                                        "(buffer_id=0, x=1)", "(buffer_id=4294967296)", "", "(micro_batch=0)"}) {
        EXPECT_EQ(as_orders("[ForwardPass" + std::string(text) + "]"),
                  "1:13 ForwardPass is written ForwardPass(buffer_id=0)");
    }
    EXPECT_EQ(as_orders("[OptimizerStep(buffer_id=0)]"), "1:15 OptimizerStep is written OptimizerStep()");
}

TEST(Deepspeed, RefusesListsThatDoNotFit) {
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0)"), "1:26 a list is not closed");
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0)]]"), "1:27 there is no list to close");
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0), []]"), "1:28 a step holds instructions, not lists");
    EXPECT_EQ(as_orders("[[ForwardPass(buffer_id=0)], SendGrad(buffer_id=0)]"),
              "1:30 an instruction stands in the list of a step");
    EXPECT_EQ(as_orders("ForwardPass(buffer_id=0)"), "1:1 an instruction stands in the list of a step");
    EXPECT_EQ(as_orders("[[[[ForwardPass(buffer_id=0)]]]]"), "1:1 lists lie more than three deep");
    EXPECT_EQ(as_orders(""), "1:1 there are no instructions");
    EXPECT_EQ(as_orders("[[]]"), "1:1 there are no instructions");
}

TEST(Deepspeed, RefusesRanksOutOfOrder) {
    EXPECT_EQ(as_orders("rank 1:\n[ForwardPass(buffer_id=0)]"), "1:1 rank 1 is named where rank 0 begins");
    EXPECT_EQ(as_orders("rank:\n[]"), "1:1 the beginning of a rank is written \"rank 0:\"");
    EXPECT_EQ(as_orders("[rank 0:"), "1:2 a rank begins only after the lists before it");
}

TEST(Deepspeed, RefusesWorkAfterGradientsWereReduced) {
    EXPECT_EQ(as_orders("[ForwardPass(buffer_id=0), ReduceGrads(), BackwardPass(buffer_id=0)]"),
              "1:43 BackwardPass comes after gradients were reduced");
}

}  // namespace
}  // namespace tickproof::formats

#include "planner/formats/text_kind.h"

#include <gtest/gtest.h>

namespace tickproof::formats {
namespace {

TEST(TextKind, TellsCsvByItsFirstAction) {
    for (const std::string_view text : {"0F0,0B0", ",,\n1F0", "\357\273\2770F0", "\"0F0\"", " 12SEND_F0",
                                        "(0F7;7B3)OVERLAP_F_B", "3UNSHARD", "0Fx"}) {
        EXPECT_EQ(kind_of_text(text), TextKind::pytorch_csv) << text;
    }
}

TEST(TextKind, TellsTheOthersByTheirWords) {
    EXPECT_EQ(kind_of_text("f0 f1 b0"), TextKind::zero_bubble);
    EXPECT_EQ(kind_of_text(" RF12\tF12\n"), TextKind::zero_bubble);
    EXPECT_EQ(kind_of_text("1 1 -1 -1\n"), TextKind::megatron_order);
    EXPECT_EQ(kind_of_text("[1, 2, -2, -1]"), TextKind::megatron_order);
    EXPECT_EQ(kind_of_text("+1 -1"), TextKind::megatron_order);
    EXPECT_EQ(kind_of_text("[(0, 0), (1, 0)]"), TextKind::megatron_table);
    EXPECT_EQ(kind_of_text("(0, 0)"), TextKind::megatron_table);
    EXPECT_EQ(kind_of_text("# microbatch_id | 0 1"), TextKind::megatron_table);
    EXPECT_EQ(kind_of_text("rank 0:\n"), TextKind::deepspeed);
    EXPECT_EQ(kind_of_text("[ForwardPass(buffer_id=0)]"), TextKind::deepspeed);
    EXPECT_EQ(kind_of_text("[[], [LoadMicroBatch(buffer_id=0)]]"), TextKind::deepspeed);
    EXPECT_EQ(kind_of_text("[\n [ForwardPass(buffer_id=0)]]"), TextKind::deepspeed);
}

TEST(TextKind, TakesTheRestForJson) {
    for (const std::string_view text : {"", "{}", "[]", "[0]", "{\"orders\":[]}", "null", "-", "17", "[1, 2]",
                                        "[\"F0\"]", "[{}]", "[null]", "rankle", "[x]", "\"\"", "nonsense", "\xFF"}) {
        EXPECT_EQ(kind_of_text(text), TextKind::json) << text;
    }
}

}  // namespace
}  // namespace tickproof::formats

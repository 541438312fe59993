#include "planner/model/communication.h"

#include <gtest/gtest.h>

namespace tickproof {

namespace {

TEST(Communication, IsReadAsItIsNamed) {
    for (const char* text : {"dependencies", "rendezvous", "buffered:1", "buffered:18446744073709551615", "grouped",
                             "dependencies+fifo", "rendezvous+fifo", "buffered:12+fifo", "grouped+fifo"}) {
        const auto model = read_communication(text);
        ASSERT_TRUE(model) << text;
        EXPECT_EQ(name(*model), text);
    }
    EXPECT_EQ(name(*read_communication("buffered:0")), "rendezvous");
    EXPECT_TRUE(read_communication("grouped+fifo")->fifo);
    EXPECT_EQ(read_communication("buffered:2")->slots, 2U);
}

TEST(Communication, IsNothingElse) {
    for (const char* text :
         {"", "fifo", "+fifo", "Grouped", "grouped+", "grouped+fifo+fifo", "buffered", "buffered:", "buffered:-1",
          "buffered:+1", "buffered:1x", "buffered: 1", "buffered:18446744073709551616", "dependencies "}) {
        EXPECT_FALSE(read_communication(text)) << text;
    }
}

}  // namespace

}  // namespace tickproof

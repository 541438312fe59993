#include "planner/formats/pytorch_csv.h"

#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

using enum ActionKind;

std::string refused(std::string_view text, std::optional<PytorchDialect> dialect = {}) {
    const auto orders = read_pytorch_csv(text, dialect);
    return orders ? "" : in_one_line(orders.error());
}

Orders read(std::string_view text, std::optional<PytorchDialect> dialect = {}) {
    auto orders = read_pytorch_csv(text, dialect);
    EXPECT_TRUE(orders.has_value()) << in_one_line(orders.error());
    return orders ? *std::move(orders) : Orders{};
}

// Each row's actions as they are written.
std::string rows(std::string_view text, std::optional<PytorchDialect> dialect = {}) {
    return written(write_pytorch_csv, read(text, dialect));
}

TEST(PytorchCsv, ReadsRowsAsRanks) {
    const Orders orders = read("0F0,0F1,,0B0,0B1\n,1F0,1B0,1F1,1B1\n");
    EXPECT_EQ(orders.ranks, 2U);
    EXPECT_EQ(orders.chunks, 1U);
    EXPECT_EQ(orders.microbatches, 2U);
    EXPECT_EQ(orders.placement, Placement::loop(2));
    EXPECT_EQ(orders.by_rank[0], (std::vector<Action>{
                                     {forward, false, 0, 0},
                                     {forward, false, 0, 1},
                                     {backward, false, 0, 0},
                                     {backward, false, 0, 1},
                                 }));
    EXPECT_EQ(orders.columns, (std::vector<std::vector<std::uint32_t>>{{1, 2, 4, 5}, {2, 3, 4, 5}}));
}

TEST(PytorchCsv, ReadsEveryAction) {
    EXPECT_EQ(rows("0UNSHARD,0F0,0SEND_F0,0RECV_B0,0I0,0W0,0REDUCE_GRAD,0RESHARD\n1RECV_F0,1F0,1B0,1SEND_B0"),
              "0UNSHARD,0F0,0SEND_F0,0RECV_B0,0I0,0W0,0REDUCE_GRAD,0RESHARD\n1RECV_F0,1F0,1B0,1SEND_B0\n");
    const Orders orders = read("0F0,(0F1;0B0)OVERLAP_F_B,0B1");
    EXPECT_EQ(orders.by_rank[0][1], (Action{forward, true, 0, 1}));
    EXPECT_EQ(orders.columns[0], (std::vector<std::uint32_t>{1, 2, 2, 3}));
    EXPECT_EQ(rows("0F0,( 0F1 ; 0B0 )OVERLAP_F_B,0B1"), "0F0,(0F1;0B0)OVERLAP_F_B,0B1\n");
}

TEST(PytorchCsv, TakesWhatSpreadsheetsMakeOfIt) {
    constexpr std::string_view plain = "0F0,0B0\n";
    for (const std::string_view text : {"0F0,0B0", "\357\273\2770F0,0B0\r\n", "\"0F0\",\"0B0\"\n\n\r\n",
                                        " 0F0 ,\t0B0\n", " \" 0F0 \" ,0B0", "0F0,,0B0,,", ",\"\",0F0, ,0B0"}) {
        EXPECT_EQ(rows(text), plain) << text;
    }
}

TEST(PytorchCsv, FindsOutTheLegacyDialect) {
    EXPECT_EQ(rows("0F0,0B0,0F1,0BW1,0W0"), "0F0,0I0,0F1,0B1,0W0\n");
    EXPECT_EQ(rows("0F0,0B0,0W0"), "0F0,0I0,0W0\n");
    EXPECT_EQ(rows("0F0,0I0,0W0,0F1,0B1"), "0F0,0I0,0W0,0F1,0B1\n");
    EXPECT_EQ(rows("0F0,0B0"), "0F0,0B0\n");
    EXPECT_EQ(rows("0F0,(0F1;0B0)OVERLAP_F_B,0BW1,0W0"), "0F0,(0F1;0I0)OVERLAP_F_B,0B1,0W0\n");
}

TEST(PytorchCsv, TakesTheDialectThatItIsTold) {
    EXPECT_EQ(rows("0F0,0B0", PytorchDialect::legacy), "0F0,0I0\n");
    EXPECT_EQ(rows("0F0,0B0,0W0", PytorchDialect::current), "0F0,0B0,0W0\n");
    EXPECT_EQ(refused("0F0,0I0,0W0", PytorchDialect::legacy),
              "1:5 row 1, column 2: \"0I0\": there is no I in the legacy dialect, where B is the input half");
    EXPECT_EQ(
        refused("0F0,0BW0", PytorchDialect::current),
        "1:5 row 1, column 2: \"0BW0\": BW is a full backward in the legacy dialect, which this file was said not "
        "to be");
}

TEST(PytorchCsv, RefusesBothDialectsAtOnce) {
    EXPECT_EQ(refused("0F0,0I0,0W0\n1F0,1BW0"),
              "2:5 row 2, column 2: \"1BW0\": BW belongs to the legacy dialect, the I before it to the current one");
    EXPECT_EQ(refused("0F0,0BW0\n1F0,1I0,1W0"),
              "2:5 row 2, column 2: \"1I0\": I belongs to the current dialect, the BW before it to the legacy one");
}

TEST(PytorchCsv, RefusesJunkWithRowAndColumn) {
    for (const std::string_view cell : {"0F0x",
                                        "0F0 0F1",
                                        "F0",
                                        "0F",
                                        "0X0",
                                        "0f0",
                                        "-1F0",
                                        "0F-1",
                                        "0F1.5",
                                        "00F0",
                                        "0F00",
                                        "0F0;",
                                        "2BW",
                                        "2BWI0",
                                        "0UNSHARD1",
                                        "0SEND_F",
                                        "0SEND_F0 0",
                                        "(0F0)",
                                        "(0F1;0B0)",
                                        "(0F1;0B0)OVERLAP",
                                        "(0F1;0B0)OVERLAP_F_Bx",
                                        "(0F1;0B0",
                                        "(0B0;0F1)OVERLAP_F_B",
                                        "(0F1;0W0)OVERLAP_F_B",
                                        "(0F1;0B0;0B1)OVERLAP_F_B",
                                        "()OVERLAP_F_B",
                                        ")(",
                                        "4294967296F0",
                                        "0F4294967296",
                                        "0F0\r",
                                        "\xFF",
                                        "x"}) {
        const std::string found = refused("0F0,0B0\n1F0, " + std::string(cell) + ",1B0\n");
        EXPECT_TRUE(found.starts_with("2:6 row 2, column 2: \"")) << cell << ": " << found;
    }
    EXPECT_EQ(refused("0F0,0B0y\n").substr(0, 43), "1:5 row 1, column 2: \"0B0y\": an action is a");
    EXPECT_LT(refused("0F" + std::string(100'000, '9')).size(), 300U);
}

TEST(PytorchCsv, RefusesBrokenCells) {
    EXPECT_EQ(refused("0F0,\"0B0\n1F0,1B0\n"), "1:5 row 1, column 2: this quote is not closed");
    EXPECT_EQ(refused("0F0,\"0B0\"0"),
              "1:10 row 1, column 2: after a quoted cell there must be a comma or the end of the row");
    EXPECT_EQ(refused("\"0F0\"\"\",0B0"),
              "1:6 row 1, column 1: after a quoted cell there must be a comma or the end of the row");
    EXPECT_NE(refused("0\"F0\",0B0"), "");
}

TEST(PytorchCsv, RefusesEmptyCellsBesideCommunication) {
    EXPECT_EQ(refused("0F0,,0B0\n1F0,1B0,1REDUCE_GRAD\n"),
              "1:5 row 1, column 2: an empty cell, which a file with communication must not have");
    EXPECT_EQ(refused("0F0,0SEND_F0,0RECV_B0,0B0,\n1RECV_F0,1F0,1B0,1SEND_B0\n"),
              "1:27 row 1, column 5: an empty cell, which a file with communication must not have");
}

TEST(PytorchCsv, RefusesRowsWithNothingInThem) {
    EXPECT_EQ(refused(""), "1:1 the file is empty");
    EXPECT_EQ(refused("\xEF\xBB\xBF\r\n\n"), "1:1 the file is empty");
    EXPECT_EQ(refused("0F0,0B0\n\n1F0,1B0\n"),
              "2:1 row 2, column 1: a row is what a rank does, and there is nothing in this one");
    EXPECT_EQ(refused(", ,\n1F0,1B0\n"),
              "1:1 row 1, column 1: a row is what a rank does, and there is nothing in this one");
}

TEST(PytorchCsv, TellsTheShapeByWhatIsShown) {
    const Orders v_shaped = read("0F0,3F0,3B0,0B0\n1F0,2F0,2B0,1B0\n");
    EXPECT_EQ(v_shaped.chunks, 2U);
    EXPECT_EQ(v_shaped.placement, Placement::v_shaped(2));
    const Orders swapped = read("1F0,1B0\n0F0,0B0\n");
    EXPECT_EQ(swapped.placement, Placement::listed({1, 0}));
    // A stage in two rows belongs to the row that has most of it.
    const Orders stray = read("0F0,0F1,1F0,0B0,0B1\n1F1,1B0,1B1\n");
    EXPECT_EQ(stray.placement, Placement::loop(2));
}

TEST(PytorchCsv, DoesNotMakeAShapeOfStrayNumbers) {
    EXPECT_EQ(read("0F0,0F1,0F2,0B0,0B1,0B2,0F3").microbatches, 4U);
    EXPECT_EQ(read("0F0,0F1,0B0,0B1,0F2\n1F0,1F1,1B0,1B1").microbatches, 2U);
    EXPECT_EQ(read("0F0,0F1,0B0,0B1,0F999").microbatches, 2U);
    EXPECT_EQ(read("0F4294967295").microbatches, 1U);
    const Orders stage = read("0F0,0F1,0B0,0B1\n1F0,1F1,1B0,1B1,4294967295F0");
    EXPECT_EQ(stage.chunks, 1U);
    EXPECT_EQ(stage.placement, Placement::loop(2));
}

TEST(PytorchCsv, SaysWhatItCannotHold) {
    const Orders orders = read("0F0,0F1,0B0,0B1\n1F0,1F1,1B0,1B1\n");
    EXPECT_EQ(unheld_by_csv(orders), std::nullopt);
    const auto unheld = [&](auto edit) {
        Orders other = orders;
        edit(other);
        return unheld_by_csv(other).value_or("");
    };
    constexpr const char* shape = "stages, microbatches or a placement other than the actions show";
    EXPECT_EQ(unheld([](Orders& o) { o.microbatches = 3; }), shape);
    EXPECT_EQ(unheld([](Orders& o) { o.chunks = 2; }), shape);
    EXPECT_EQ(unheld([](Orders& o) { o.placement = Placement::listed({1, 0}); }), shape);
    EXPECT_EQ(unheld([](Orders& o) { o.placement = Placement::listed({0, 1}); }), "");
    EXPECT_EQ(unheld([](Orders& o) { o.by_rank.emplace_back(); }), "a rank without actions");
    EXPECT_EQ(unheld([](Orders& o) { o.buffers = {{0}, {0}}; }), "buffer ids");
    EXPECT_EQ(unheld([](Orders& o) { o.by_rank[0][2].kind = backward_weight; }),
              "a W without any I, which is read as the legacy dialect");
}

std::string large_file(std::size_t rows, std::uint32_t microbatches) {
    Orders orders;
    for (std::uint32_t stage = 0; stage < rows; ++stage) {
        std::vector<Action>& actions = orders.by_rank.emplace_back();
        for (const ActionKind kind : {forward, backward}) {
            for (std::uint32_t m = 0; m < microbatches; ++m) actions.push_back({kind, false, stage, m});
        }
    }
    return written(write_pytorch_csv, orders);
}

// Bytes at the peak, the text included, for each byte of the file.
double bytes_a_byte(const std::string& text) {
    const std::size_t before = bench::live_bytes();
    bench::reset_peak();
    EXPECT_TRUE(read_pytorch_csv(text).has_value());
    return 1.0 + static_cast<double>(bench::peak_bytes() - before) / static_cast<double>(text.size());
}

TEST(PytorchCsv, ReadingTakesLessThanTenTimesTheFile) {
    EXPECT_LT(bytes_a_byte(large_file(64, 1000)), 10.0);
    EXPECT_LT(bytes_a_byte(large_file(1, 50'000)), 10.0);
    EXPECT_LT(bytes_a_byte(large_file(2000, 10)), 10.0);
}

}  // namespace
}  // namespace tickproof::formats

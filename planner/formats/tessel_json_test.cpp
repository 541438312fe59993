#include "planner/formats/tessel_json.h"

#include <gtest/gtest.h>

#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view two_ranks =
    R"({"ndevs":2,"blocks":[)"
    R"({"mid":0,"span":1,"memory":1,"btype":"forward","gid":0,"step":0,"device":[0]},)"
    R"({"mid":0,"span":1,"memory":1,"btype":"forward","gid":1,"step":1,"device":[1]},)"
    R"({"mid":0,"span":2,"memory":-1,"btype":"backward","gid":2,"step":2,"device":[1]},)"
    R"({"mid":0,"span":2,"memory":-1,"btype":"backward","gid":3,"step":4,"device":[0]}],"repetend":null})";

TimedSchedule read(std::string_view text) {
    const auto tree = json::parse_all(text);
    EXPECT_TRUE(tree.has_value());
    auto found = read_tessel(tree->root());
    EXPECT_TRUE(found.has_value()) << in_one_line(found.error());
    return found ? *std::move(found) : TimedSchedule{};
}

std::string refused(std::string_view text) { return refusal(text, read_tessel); }

std::string with(std::string_view from, std::string_view to) {
    std::string text(two_ranks);
    return text.replace(text.find(from), from.size(), to);
}

std::string as_text(const TimedSchedule& read) {
    std::string text;
    write_tessel(read.problem, read.ops, [&](std::string_view piece) { text += piece; });
    return text;
}

TEST(TesselJson, KeepsTimesAndSpans) {
    const TimedSchedule found = read(two_ranks);
    EXPECT_EQ(found.problem.ranks, 2U);
    EXPECT_EQ(found.problem.chunks, 1U);
    EXPECT_EQ(found.problem.microbatches, 1U);
    EXPECT_EQ(found.problem.placement, Placement::loop(2));
    EXPECT_EQ(found.problem.durations.forward, 1U);
    EXPECT_EQ(found.problem.durations.backward, 2U);
    EXPECT_EQ(found.ops, (Schedule{{0, 0, 0, 0, 0, OpKind::forward},
                                   {1, 1, 1, 0, 0, OpKind::forward},
                                   {2, 1, 1, 0, 0, OpKind::backward},
                                   {4, 0, 0, 0, 0, OpKind::backward}}));
    EXPECT_TRUE(found.left_aside.empty());
    EXPECT_EQ(as_text(found), two_ranks);
}

TEST(TesselJson, PutsAStageWhereMostOfItIs) {
    const TimedSchedule found =
        read(R"({"ndevs":2,"blocks":[{"mid":0,"span":1,"btype":"forward","gid":0,"step":0,"device":[1]},)"
             R"({"mid":0,"span":1,"btype":"forward","gid":1,"step":1,"device":[0]},)"
             R"({"mid":0,"span":1,"btype":"backward","gid":2,"step":2,"device":[0]},)"
             R"({"mid":0,"span":1,"btype":"backward","gid":3,"step":3,"device":[1]}]})");
    EXPECT_EQ(found.problem.placement, Placement::listed({1, 0}));
    EXPECT_EQ(found.ops[3].stage, 0U);
}

TEST(TesselJson, NamesWhatItLeavesAside) {
    EXPECT_EQ(read(with("null", "[1,3]")).left_aside, std::vector<std::string>{"repetend"});
    EXPECT_EQ(read(with("\"memory\":1", "\"memory\":2.5")).left_aside,
              std::vector<std::string>{"memory other than 1 and -1"});
}

TEST(TesselJson, RefusesWhatAProblemCannotHold) {
    EXPECT_EQ(refused(with("[0]", "[0,1]")), "1:95 device: a block on several devices cannot be held yet");
    EXPECT_EQ(refused(with("[0]", "[]")), "1:95 device: a block needs a device");
    EXPECT_EQ(
        refused(with(R"("gid":1,"step":1,"device":[1]},{"mid":0,"span":2)",
                     R"("gid":1,"step":1,"device":[1]},{"mid":0,"span":3)")),
        "1:274 span: 2 where an earlier backward block has 3: spans that differ within a kind cannot be held yet");
    EXPECT_EQ(refused(with("\"span\":1", "\"span\":0")), "1:38 span: 0 is not from 1 to 17179869184");
}

TEST(TesselJson, RefusesChainsThatDoNotFit) {
    EXPECT_EQ(refused(with("\"gid\":3", "\"gid\":4")),
              "1:21 blocks: block 3 is a backward with gid 4, but after 2 forwards the backwards are 2 to 3");
    EXPECT_EQ(refused(with("\"gid\":1", "\"gid\":4294967295")),
              "1:21 blocks: the chain of a microbatch has a forward with gid 4294967295, but there are only 4 blocks");
    EXPECT_EQ(refused(R"({"ndevs":2,"blocks":[]})"), "1:21 blocks: there are none");
    EXPECT_EQ(refused(with("\"ndevs\":2", "\"ndevs\":0")), "1:21 ndevs: 0");
}

TEST(TesselJson, RefusesWrongTypesWithTheirPlace) {
    EXPECT_EQ(refused("[]"), "1:1 tessel: an array is not an object");
    EXPECT_EQ(refused(R"({"ndevs":2})"), "1:1 the key \"blocks\" is missing");
    EXPECT_EQ(refused(with("\"mid\":0", "\"mid\":-1")), "1:29 mid: -1 is not a whole number (digits only)");
    EXPECT_EQ(refused(with("forward", "both")), "1:59 btype: \"both\" is not one of forward, backward");
    EXPECT_EQ(refused(with("\"memory\":1", "\"memory\":\"1\"")), "1:49 memory: \"1\" is not a number");
    for (const KeyPlace& at : keys_of(two_ranks)) {
        if (at.key == "memory" || at.key == "repetend") continue;
        EXPECT_NE(refused(with_inserted(two_ranks, at.offset + 1, "no_")), "") << at.key;
    }
}

TEST(TesselJson, SaysWhatItCannotHold) {
    TimedSchedule found = read(two_ranks);
    EXPECT_EQ(unheld_by_tessel(found.problem, found.ops), std::nullopt);
    found.ops[2].kind = OpKind::backward_weight;
    EXPECT_EQ(unheld_by_tessel(found.problem, found.ops), "a split backward");
    found.ops[2].kind = OpKind::backward;
    found.problem.hop_latency_ticks = 1;
    EXPECT_EQ(unheld_by_tessel(found.problem, found.ops), "a latency");
}

}  // namespace
}  // namespace tickproof::formats

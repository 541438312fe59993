#include "planner/formats/plan_json.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "planner/formats/object_kind.h"
#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view small_plan =
    R"({"n_layer":3,"physical_stage_count":1,"virtual_stages_per_rank":1,"total_virtual_stages":1,"microbatches":1,)"
    R"("schedule":"gpipe","partition":"layer_contiguous","stage_assignments":[{"virtual_stage_id":0,)"
    R"("physical_stage_id":0,"local_stage_index":0,"layer_range":{"start":0,"end":3}}],"events":[{"tick":0,)"
    R"("physical_stage_id":0,"virtual_stage_id":0,"local_stage_index":0,"microbatch_id":0,"kind":"forward"},)"
    R"({"tick":1,"physical_stage_id":0,"virtual_stage_id":0,"local_stage_index":0,"microbatch_id":0,)"
    R"("kind":"backward"}],"metrics":{"total_ticks":2,"total_events":2,"stage_busy_ticks":[2],)"
    R"("stage_idle_ticks":[0],"bubble_fraction":0.0}})";

const std::set<std::string> words = {"schedule", "partition", "kind"};
const std::set<std::string> counts = {"n_layer",
                                      "physical_stage_count",
                                      "virtual_stages_per_rank",
                                      "microbatches",
                                      "total_virtual_stages",
                                      "virtual_stage_id",
                                      "physical_stage_id",
                                      "local_stage_index",
                                      "start",
                                      "end",
                                      "tick",
                                      "microbatch_id",
                                      "total_ticks",
                                      "total_events"};

Plan plan_of(std::string_view text) {
    const auto tree = json::parse_all(text);
    EXPECT_TRUE(tree.has_value()) << in_one_line(tree.error());
    auto plan = read_plan(tree->root());
    EXPECT_TRUE(plan.has_value()) << in_one_line(plan.error());
    return *std::move(plan);
}

// The small plan with another value for one occurrence of a key; the old value is kept under a key nobody reads.
std::string with_value(const KeyPlace& at, std::string_view value) {
    return with_inserted(small_plan, at.offset + at.key.size() + 3, fmt::format("{},\"old_{}\":", value, at.key));
}

std::string place_of_value(const KeyPlace& at) { return fmt::format("1:{} ", at.offset + at.key.size() + 4); }

TEST(PlanJson, ReadsEveryField) {
    const Plan plan = plan_of(
        R"({"physical_stage_count":2,"virtual_stages_per_rank":3,"total_virtual_stages":6,"microbatches":5,)"
        R"("schedule":"interleaved_1f1b","partition":"layer_contiguous","stage_assignments":[{"virtual_stage_id":7,)"
        R"("physical_stage_id":8,"local_stage_index":9,"layer_range":{"start":10,"end":11}}],"events":[{"tick":12,)"
        R"("physical_stage_id":13,"virtual_stage_id":14,"local_stage_index":15,"microbatch_id":16,"kind":"backward"}],)"
        R"("metrics":{"total_ticks":17,"total_events":18,"stage_busy_ticks":[19,20],"stage_idle_ticks":[21],)"
        R"("bubble_fraction":0.25}})");
    const Plan expected{.n_layer = std::nullopt,
                        .physical_stage_count = 2,
                        .virtual_stages_per_rank = 3,
                        .total_virtual_stages = 6,
                        .microbatches = 5,
                        .schedule = ScheduleKind::interleaved_1f1b,
                        .partition = PartitionKind::layer_contiguous,
                        .stage_assignments = {{7, 8, 9, {10, 11}}},
                        .events = {{12, 13, 14, 15, 16, OpKind::backward}},
                        .metrics = {17, 18, {19, 20}, {21}, 0.25F}};
    EXPECT_EQ(plan, expected);
}

TEST(PlanJson, IsWrittenAsItWasRead) { EXPECT_EQ(written(write_plan, plan_of(small_plan)), small_plan); }

TEST(PlanJson, ReadsKeysInAnyOrderAndIgnoresOthers) {
    const std::string other_order =
        R"({"metrics":{"bubble_fraction":0.0,"bubble_fraction_bits":0,"stage_idle_ticks":[0],"stage_busy_ticks":[2],)"
        R"("total_events":2,"total_ticks":2},"events":[{"kind":"Forward","microbatch_id":0,"local_stage_index":0,)"
        R"("virtual_stage_id":0,"physical_stage_id":0,"tick":0},{"kind":"Backward","microbatch_id":0,)"
        R"("local_stage_index":0,"virtual_stage_id":0,"physical_stage_id":0,"tick":1}],"comment":{"events":null},)"
        R"("stage_assignments":[{"layer_range":{"end":3,"start":0},"local_stage_index":0,"physical_stage_id":0,)"
        R"("virtual_stage_id":0}],"partition":"LayerContiguous","schedule":"Gpipe","microbatches":1,)"
        R"("total_virtual_stages":1,"virtual_stages_per_rank":1,"physical_stage_count":1,"n_layer":3})";
    EXPECT_EQ(plan_of(other_order), plan_of(small_plan));
}

TEST(PlanJson, ReproducesEveryGoldenPlan) {
    const std::vector<std::string> lines = lines_of(corpus_file("golden/plans.jsonl"));
    ASSERT_EQ(lines.size(), 39U);
    for (const std::string& line : lines) {
        const auto tree = json::parse_all(line);
        ASSERT_TRUE(tree.has_value()) << in_one_line(tree.error());
        const auto plan = read_plan(plan_within(tree->root()));
        ASSERT_TRUE(plan.has_value()) << in_one_line(plan.error());
        const std::size_t begin = line.find(R"("plan":)") + 7;
        std::string golden = line.substr(begin, line.find(R"(,"shared_weight")") - begin);
        const std::size_t bits = golden.find(R"(,"bubble_fraction_bits":)");
        golden.erase(bits, golden.find('}', bits) - bits);
        EXPECT_EQ(written(write_plan, *plan), golden);
    }
}

TEST(PlanJson, HandsALargePlanOnInPieces) {
    Plan plan = plan_of(small_plan);
    for (std::uint32_t i = 0; i < 100'000; ++i) plan.events.push_back({i, i, i, i, i, OpKind::backward});
    std::string text;
    std::size_t largest = 0;
    std::size_t pieces = 0;
    write_plan(plan, [&](std::string_view piece) {
        text += piece;
        largest = std::max(largest, piece.size());
        ++pieces;
    });
    EXPECT_LT(largest, 65U * 1024U);
    EXPECT_LT(pieces, text.size() / 60'000U);
    EXPECT_EQ(plan_of(text), plan);
}

TEST(PlanJson, RefusesEveryBeginningOfAPlan) {
    ASSERT_EQ(refusal(small_plan, read_plan), "");
    for (std::size_t size = 0; size < small_plan.size(); ++size) {
        const std::string expected = size == 0 ? "the text is empty" : "the text ends too early";
        ASSERT_EQ(refusal(small_plan.substr(0, size), read_plan), fmt::format("1:{} {}", size + 1, expected));
    }
}

TEST(PlanJson, RefusesEveryKeyThatIsThereTwice) {
    for (const KeyPlace& at : keys_of(small_plan)) {
        const std::string first = fmt::format("\"{}\":0,", at.key);
        EXPECT_EQ(refusal(with_inserted(small_plan, at.offset, first), read_plan),
                  fmt::format("1:{} the key \"{}\" is in this object twice", at.offset + first.size() + 1, at.key));
    }
}

TEST(PlanJson, NamesEveryKeyThatIsMissing) {
    for (const KeyPlace& at : keys_of(small_plan)) {
        const std::string found = refusal(with_inserted(small_plan, at.offset + 1, "no_"), read_plan);
        if (at.key == "n_layer") {
            EXPECT_EQ(found, "");
        } else {
            EXPECT_NE(found.find(fmt::format("the key \"{}\" is missing", at.key)), std::string::npos) << found;
        }
    }
}

TEST(PlanJson, NamesEveryValueOfAWrongType) {
    const std::vector<KeyPlace> keys = keys_of(small_plan);
    ASSERT_EQ(keys.size(), 33U);
    for (const KeyPlace& at : keys) {
        const std::string found = refusal(with_value(at, "true"), read_plan);
        EXPECT_TRUE(found.starts_with(place_of_value(at) + at.key + ": true is not ")) << found;
    }
}

TEST(PlanJson, RefusesWhatIsNoCountAtEveryCount) {
    for (const KeyPlace& at : keys_of(small_plan)) {
        if (!counts.contains(at.key)) continue;
        for (const std::string_view bad : {"-0", "-1", "2.0", "2.9", "1e3", "\"1\"", "null", "[1]"}) {
            const std::string found = refusal(with_value(at, bad), read_plan);
            const std::string shown = bad == "[1]" ? "an array" : std::string(bad);
            EXPECT_EQ(found,
                      fmt::format("{}{}: {} is not a whole number (digits only)", place_of_value(at), at.key, shown));
        }
        EXPECT_EQ(refusal(with_value(at, "01"), read_plan),
                  fmt::format("{}{}: 01 begins with a zero", place_of_value(at), at.key));
        const std::string too_large = refusal(with_value(at, "18446744073709551616"), read_plan);
        EXPECT_TRUE(too_large.starts_with(place_of_value(at) + at.key + ": 18446744073709551616 is too large"));
    }
}

TEST(PlanJson, NeverNarrowsAnIdOfAnEvent) {
    const std::size_t events = small_plan.find("\"events\"");
    const std::set<std::string> ids = {"physical_stage_id", "virtual_stage_id", "local_stage_index", "microbatch_id"};
    std::size_t tried = 0;
    for (const KeyPlace& at : keys_of(small_plan)) {
        if (at.offset < events || !ids.contains(at.key)) continue;
        ++tried;
        EXPECT_EQ(refusal(with_value(at, "4294967298"), read_plan),
                  fmt::format("{}{}: 4294967298 is too large (at most 4294967295)", place_of_value(at), at.key));
    }
    EXPECT_EQ(tried, 8U);
}

TEST(PlanJson, RefusesUnknownWords) {
    for (const KeyPlace& at : keys_of(small_plan)) {
        if (!words.contains(at.key)) continue;
        const std::string found = refusal(with_value(at, "\"sideways\""), read_plan);
        EXPECT_TRUE(found.starts_with(fmt::format("{}{}: \"sideways\" is not one of ", place_of_value(at), at.key)))
            << found;
    }
    const std::string split =
        std::string(small_plan).replace(small_plan.find("\"backward\""), 10, "\"backward_input\"");
    EXPECT_NE(refusal(split, read_plan).find("kind: \"backward_input\" is not one of forward, backward"),
              std::string::npos);
}

TEST(PlanJson, RefusesABubbleFractionThatIsNoFloat) {
    const std::vector<KeyPlace> keys = keys_of(small_plan);
    const KeyPlace& last = keys.back();
    ASSERT_EQ(last.key, "bubble_fraction");
    EXPECT_EQ(refusal(with_value(last, "1e39"), read_plan),
              place_of_value(last) + "bubble_fraction: 1e39 is too large for a 32-bit float");
    EXPECT_EQ(refusal(with_value(last, "-0.5"), read_plan), "");
}

TEST(PlanJson, SetsNothingAsideForWhatAPlanOnlyDeclares) {
    const Plan plan = plan_of(
        R"({"physical_stage_count":1000000000,"virtual_stages_per_rank":1000000000,"total_virtual_stages":1000000000,)"
        R"("microbatches":18446744073709551615,"schedule":"optimal","partition":"layer_contiguous",)"
        R"("stage_assignments":[],"events":[],"metrics":{"total_ticks":0,"total_events":1073741824,)"
        R"("stage_busy_ticks":[],"stage_idle_ticks":[],"bubble_fraction":0}})");
    EXPECT_EQ(plan.metrics.total_events, 1'073'741'824U);
    EXPECT_EQ(plan.events.capacity() + plan.stage_assignments.capacity(), 0U);
}

TEST(PlanJson, RefusesWhatIsNoObject) {
    EXPECT_EQ(refusal("[]", read_plan), "1:1 plan: an array is not an object");
    EXPECT_EQ(refusal("{}", read_plan), "1:1 the key \"physical_stage_count\" is missing");
}

}  // namespace
}  // namespace tickproof::formats

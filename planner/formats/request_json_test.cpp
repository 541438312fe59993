#include "planner/formats/request_json.h"

#include <gtest/gtest.h>

#include "planner/formats/text_test_data.h"

namespace tickproof::formats {
namespace {

constexpr std::string_view request =
    R"({"n_layer":8,"pipeline":{"enabled":true,"stage_count":2,"virtual_stages_per_rank":3,)"
    R"("schedule":"interleaved_1f1b","microbatches":4,"partition":"layer_contiguous"}})";

constexpr PipelineConfig config{.n_layer = 8,
                                .enabled = true,
                                .stage_count = 2,
                                .virtual_stages_per_rank = 3,
                                .schedule = ScheduleKind::interleaved_1f1b,
                                .microbatches = 4,
                                .partition = PartitionKind::layer_contiguous};

std::optional<PipelineConfig> read(std::string_view text) {
    const auto tree = json::parse_all(text);
    if (!tree) return std::nullopt;
    const auto found = read_request(tree->root());
    return found ? std::optional(*found) : std::nullopt;
}

std::string refused(std::string_view text) { return refusal(text, read_request); }

TEST(RequestJson, ReadsBothForms) {
    EXPECT_EQ(read(request), config);
    EXPECT_EQ(read(R"({"n_layer":8,"enabled":true,"stage_count":2,"virtual_stages_per_rank":3,)"
                   R"("schedule":"Interleaved1f1b","microbatches":4,"partition":"LayerContiguous","more":[]})"),
              config);
}

TEST(RequestJson, IsWrittenAsItWasRead) {
    EXPECT_EQ(write_request(config), request);
    PipelineConfig disabled = config;
    disabled.enabled = false;
    EXPECT_EQ(read(write_request(disabled)), disabled);
}

TEST(RequestJson, HasDefaults) {
    const PipelineConfig expected{.n_layer = 1, .stage_count = 2, .schedule = ScheduleKind::gpipe, .microbatches = 3};
    EXPECT_EQ(read(R"({"n_layer":1,"pipeline":{"stage_count":2,"schedule":"gpipe","microbatches":3}})"), expected);
    EXPECT_EQ(read(R"({"n_layer":1,"stage_count":2,"schedule":"gpipe","microbatches":3})"), expected);
}

TEST(RequestJson, ReadsTheGoldenConfigurations) {
    for (const std::string_view file : {"golden/plans.jsonl", "golden/errors.jsonl"}) {
        for (const std::string& line : lines_of(corpus_file(std::string(file)))) {
            const auto tree = json::parse_all(line);
            ASSERT_TRUE(tree.has_value());
            const auto found = read_request(tree->root().find("config").value_or(tree->root()));
            ASSERT_TRUE(found.has_value()) << in_one_line(found.error());
            EXPECT_EQ(read(write_request(*found)), *found);
        }
    }
}

TEST(RequestJson, NamesMissingKeys) {
    for (const KeyPlace& at : keys_of(request)) {
        const std::string found = refused(with_inserted(request, at.offset + 1, "no_"));
        if (at.key == "enabled" || at.key == "virtual_stages_per_rank" || at.key == "partition") {
            EXPECT_EQ(found, "");
        } else if (at.key == "pipeline") {
            EXPECT_EQ(found, "1:1 the key \"stage_count\" is missing");
        } else {
            EXPECT_EQ(found, fmt::format("1:{} the key \"{}\" is missing", at.key == "n_layer" ? 1 : 25, at.key));
        }
    }
}

TEST(RequestJson, RefusesWrongValuesWithTheirPlace) {
    EXPECT_EQ(refused(R"({"n_layer":8,"pipeline":3})"), "1:25 pipeline: 3 is not an object");
    EXPECT_EQ(refused(R"({"n_layer":8.0,"pipeline":{}})"), "1:12 n_layer: 8.0 is not a whole number (digits only)");
    EXPECT_EQ(refused(R"({"n_layer":8,"enabled":1,"stage_count":2,"schedule":"gpipe","microbatches":3})"),
              "1:24 enabled: 1 is neither true nor false");
    EXPECT_EQ(refused(R"({"n_layer":8,"stage_count":2,"schedule":"GPipe","microbatches":3})"),
              "1:41 schedule: \"GPipe\" is not one of gpipe, interleaved_1f1b, optimal");
    EXPECT_EQ(refused(R"({"n_layer":8,"stage_count":2,"schedule":"gpipe","microbatches":3,"partition":"even"})"),
              "1:78 partition: \"even\" is not one of layer_contiguous");
    EXPECT_EQ(refused(R"({"n_layer":18446744073709551616,"stage_count":2})"),
              "1:12 n_layer: 18446744073709551616 is too large (at most 18446744073709551615)");
    EXPECT_EQ(refused("null"), "1:1 request: null is not an object");
}

}  // namespace
}  // namespace tickproof::formats

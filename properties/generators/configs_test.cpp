#include "properties/generators/configs.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/formats/request_json.h"
#include "planner/model/limits.h"
#include "planner/validate.h"
#include "properties/generators/distribution_test_data.h"
#include "properties/generators/for_all.h"
#include "properties/generators/rapidcheck.h"

namespace tickproof::generators {
namespace {

constexpr int many = 4000;

std::uint64_t sum_of(const PipelineConfig& config) {
    return config.stage_count + config.virtual_stages_per_rank + config.microbatches;
}

TEST(Configs, ReachEveryClass) {
    Draw draw(1);
    Distribution distribution;
    for (int i = 0; i < many; ++i) distribution.count(classes_of(draw_any_config(draw)));
    distribution.print_and_expect_all(config_classes, 80);
}

TEST(Configs, ReachTheLargestSizesAndEverySchedule) {
    Draw draw(2);
    const ConfigRange range{.optimal = true, .usual_events = 64, .max_events = 1024};
    std::uint64_t largest = 0;
    std::array<int, schedule_names.size()> schedules{};
    for (int i = 0; i < many; ++i) {
        const PipelineConfig config = draw_valid_config(draw, range);
        largest = std::max(largest, events_of(config));
        ++schedules[static_cast<std::size_t>(config.schedule)];
    }
    EXPECT_EQ(largest, range.max_events);
    EXPECT_GT(std::ranges::min(schedules), many / 8);
}

TEST(Configs, ValidOnesAreAccepted) {
    EXPECT_TRUE(holds_for_all(valid_configs(), many, [](const PipelineConfig& config) -> std::string {
        const auto refused = validate(config);
        if (refused) return refused->message;
        return events_of(config) <= ConfigRange{}.max_events ? "" : "more events than the range allows";
    }));
}

TEST(Configs, NoneIsRefusedForItsSizeByUsAlone) {
    EXPECT_TRUE(holds_for_all(any_configs(), many, [](const PipelineConfig& config) -> std::string {
        const auto refused = validate(config);
        return refused && refused->kind == PlanError::Kind::too_large ? refused->message : "";
    }));
}

TEST(Configs, SamplesAreTheSameEveryTime) {
    const std::vector<PipelineConfig> sample = sample_configs(1, 100);
    EXPECT_EQ(sample, sample_configs(1, 100));
    EXPECT_NE(sample, sample_configs(2, 100));
    const std::vector<PipelineConfig> longer = sample_configs(1, 200);
    EXPECT_TRUE(std::equal(sample.begin(), sample.end(), longer.begin()));
    EXPECT_TRUE(std::ranges::none_of(
        longer, [](const PipelineConfig& config) { return config.schedule == ScheduleKind::optimal; }));
}

// Whoever reproduces a run by its seed relies on these, on every machine.
TEST(Configs, TheFirstOfSeedOneAreThese) {
    std::string text;
    for (const PipelineConfig& config : sample_configs(1, 5)) {
        text += fmt::format("{} S={} V={} M={} L={}; ", name(config.schedule), config.stage_count,
                            config.virtual_stages_per_rank, config.microbatches, config.n_layer);
    }
    EXPECT_EQ(text,
              "interleaved_1f1b S=17 V=7 M=17 L=176; gpipe S=3 V=1 M=3 L=18132302804730; interleaved_1f1b S=4 V=1 M=6 "
              "L=11; gpipe S=5 V=1 M=1 L=5; interleaved_1f1b S=3 V=3 M=4 L=63; ");
}

TEST(Configs, SmallerOnesAreSmallerAndOfTheSameKind) {
    EXPECT_TRUE(holds_for_all(any_configs(), 300, [](const PipelineConfig& config) -> std::string {
        const bool is_refused = validate(config).has_value();
        const std::vector<PipelineConfig> candidates = smaller(config);
        for (const PipelineConfig& candidate : candidates) {
            if (validate(candidate).has_value() != is_refused) return "one is refused and the other is not";
            if (candidate == config) return "it is its own shrink";
            if (!is_refused && sum_of(candidate) > sum_of(config)) return "a candidate is larger";
        }
        if (is_refused) return "";
        const auto by_sum = [](const PipelineConfig& a, const PipelineConfig& b) { return sum_of(a) < sum_of(b); };
        return std::ranges::is_sorted(candidates, by_sum) ? "" : "the smallest does not come first";
    }));
}

// As the gate does: start again from the first candidate that fails too.
PipelineConfig shrunk(PipelineConfig config, bool (*fails)(const PipelineConfig&)) {
    for (;;) {
        const std::vector<PipelineConfig> candidates = smaller(config);
        const auto next = std::ranges::find_if(candidates, fails);
        if (next == candidates.end()) return config;
        config = *next;
    }
}

struct Fault {
    const char* name;
    bool (*fails)(const PipelineConfig&);
    std::uint64_t smallest_sum;
};

// The smallest sums are worked out by hand.
constexpr std::array<Fault, 7> faults{{
    {"always", [](const PipelineConfig&) { return true; }, 3},
    {"M % S != 0", [](const PipelineConfig& c) { return c.microbatches % c.stage_count != 0; }, 2 + 1 + 1},
    {"M = S > 1", [](const PipelineConfig& c) { return c.microbatches == c.stage_count && c.stage_count > 1; },
     2 + 1 + 2},
    {"V = S > 1",
     [](const PipelineConfig& c) { return c.virtual_stages_per_rank == c.stage_count && c.stage_count > 1; },
     2 + 2 + 1},
    {"uneven layers",
     [](const PipelineConfig& c) { return c.n_layer % (c.stage_count * c.virtual_stages_per_rank) != 0; }, 2 + 1 + 1},
    {"M > 2S", [](const PipelineConfig& c) { return c.microbatches > 2 * c.stage_count; }, 1 + 1 + 3},
    {"V > 1 and M % S = 1",
     [](const PipelineConfig& c) { return c.virtual_stages_per_rank > 1 && c.microbatches % c.stage_count == 1; },
     2 + 2 + 1},
}};

TEST(Configs, ShrinkCloseToTheSmallest) {
    Draw draw(3);
    for (const Fault& fault : faults) {
        int failed = 0;
        for (int i = 0; i < 400; ++i) {
            const PipelineConfig config = draw_valid_config(draw);
            if (!fault.fails(config)) continue;
            ++failed;
            // interleaved_1f1b needs M >= S, and then some faults have their smallest later.
            const std::uint64_t allowed = fault.smallest_sum + 2;
            EXPECT_LE(sum_of(shrunk(config, fault.fails)), allowed)
                << fault.name << ", from " << formats::write_request(config);
        }
        EXPECT_GT(failed, 10) << fault.name;
    }
}

TEST(Configs, ARefusedOneShrinksAsARefusedOne) {
    PipelineConfig config;
    config.n_layer = 100;
    config.stage_count = 1000;
    config.virtual_stages_per_rank = std::uint64_t{1} << 63;
    config.microbatches = 7;
    EXPECT_EQ(sum_of(shrunk(config, [](const PipelineConfig&) { return true; })), 0U);
}

}  // namespace
}  // namespace tickproof::generators

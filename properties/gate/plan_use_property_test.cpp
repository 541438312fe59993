// What a training program does with a plan: each rank takes its workload, the batch is cut up, and a weight that all
// layers share gets one merged gradient.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/microbatch_split.h"
#include "planner/shared_weight.h"
#include "planner/validate.h"
#include "planner/workload.h"
#include "properties/gate/configs_test_data.h"

namespace tickproof::gate {
namespace {

using generators::Draw;

constexpr generators::ConfigRange few_events{.optimal = true, .usual_events = 1 << 10, .max_events = 1 << 12};

auto place_and_time(const TimedOp& op) {
    return std::tuple(op.start_tick, op.rank, op.stage, op.chunk, op.microbatch, op.kind);
}

std::string wrong_with_workload(const RankWorkload& workload, std::uint64_t rank) {
    for (const auto& [events, kind] : {std::pair(&workload.forward_events, OpKind::forward),
                                       std::pair(&workload.backward_events, OpKind::backward)}) {
        for (const TimedOp& op : *events) {
            if (op.rank != rank || op.kind != kind) return fmt::format("rank {} is given a foreign op", rank);
        }
        if (!std::ranges::is_sorted(*events, {}, &TimedOp::start_tick)) return "a workload is out of order";
    }
    const bool owns_all = std::ranges::all_of(workload.stage_assignments, [rank](const StageAssignment& assignment) {
        return assignment.physical_stage_id == rank;
    });
    return owns_all ? "" : fmt::format("rank {} is given a foreign stage", rank);
}

std::string wrong_with_workloads(const PipelineConfig& config) {
    const PlanResult plan = build_plan(config);
    if (!plan) return "";
    std::vector<TimedOp> events;
    std::vector<StageAssignment> assignments;
    for (std::uint64_t rank = 0; rank < config.stage_count; ++rank) {
        const RankWorkload workload = build_pipeline_rank_workload(*plan, rank + 10, rank, 3);
        if (const std::string wrong = wrong_with_workload(workload, rank); !wrong.empty()) return wrong;
        events.insert(events.end(), workload.forward_events.begin(), workload.forward_events.end());
        events.insert(events.end(), workload.backward_events.begin(), workload.backward_events.end());
        assignments.insert(assignments.end(), workload.stage_assignments.begin(), workload.stage_assignments.end());
    }
    std::vector<TimedOp> planned = plan->events;
    std::ranges::sort(planned, {}, place_and_time);
    std::ranges::sort(events, {}, place_and_time);
    std::ranges::sort(assignments, {}, &StageAssignment::virtual_stage_id);
    if (events != planned) return "together the workloads are not the plan's events";
    return assignments == plan->stage_assignments ? "" : "together the workloads are not the plan's stages";
}

TEST(PlanUse, WorkloadsPartitionTheEvents) { expect_everywhere(few_events, 100, wrong_with_workloads); }

std::string wrong_with_split(std::uint64_t items, std::uint64_t microbatches) {
    const auto ranges = split_microbatch_ranges(items, microbatches);
    if (!ranges) return ranges.error();
    if (ranges->size() != microbatches) return "not one range a microbatch";
    std::uint64_t next = 0;
    std::uint64_t size_before = std::numeric_limits<std::uint64_t>::max();
    for (const ItemRange& range : *ranges) {
        if (range.start != next || range.end <= range.start) return fmt::format("a gap or nothing at item {}", next);
        const std::uint64_t size = range.end - range.start;
        if (size > size_before) return "a smaller range comes first";
        size_before = size;
        next = range.end;
    }
    const std::uint64_t first_size = ranges->front().end - ranges->front().start;
    if (first_size - size_before > 1) return "sizes differ by more than one";
    return next == items ? "" : fmt::format("the ranges end at {} of {}", next, items);
}

TEST(PlanUse, AMicrobatchSplitCoversTheBatch) {
    for (std::uint64_t items = 1; items <= 60; ++items) {
        for (std::uint64_t m = 1; m <= items; ++m) ASSERT_EQ(wrong_with_split(items, m), "") << items << " into " << m;
    }
    Draw draw(1);
    for (int i = 0; i < 500; ++i) {
        const std::uint64_t microbatches = draw.between_by_scale(1, 2000);
        const std::uint64_t items = draw.between_by_scale(microbatches, std::uint64_t{1} << 63);
        ASSERT_EQ(wrong_with_split(items, microbatches), "") << items << " into " << microbatches;
    }
}

TEST(PlanUse, AMicrobatchSplitRefusesInTheSpecificationsWords) {
    for (std::uint64_t items = 0; items <= 8; ++items) {
        EXPECT_EQ(wrong_with_split(items, 0), "microbatch split requires microbatches > 0");
        for (std::uint64_t m = items + 1; m <= 10; ++m) {
            EXPECT_EQ(wrong_with_split(items, m),
                      fmt::format("microbatch split requires total_items >= microbatches (got {} < {})", items, m));
        }
    }
}

// Few enough layers to call a function for each of them and each microbatch.
PipelineConfig with_few_layers(PipelineConfig config) {
    const std::uint64_t stages = config.stage_count * config.virtual_stages_per_rank;
    config.n_layer = std::min(config.n_layer, stages + 40);
    return config;
}

// The gradient of a layer and microbatch, any way of telling them apart that is the same for every caller.
float whole_gradient(std::uint64_t layer, std::uint64_t microbatch) {
    Draw draw(layer * 1'000'003 + microbatch);
    return static_cast<float>(draw.below(201)) - 100.0F;
}

float broken_gradient(std::uint64_t layer, std::uint64_t microbatch) {
    Draw draw(layer * 1'000'003 + microbatch);
    const float mantissa = static_cast<float>(draw.below(1 << 24)) / static_cast<float>(1 << 24) - 0.5F;
    return std::ldexp(mantissa, static_cast<int>(draw.below(20)) - 10);
}

using Gradient = float (*)(std::uint64_t, std::uint64_t);

struct Merge {
    Plan plan;
    SharedWeightReport report;
};

Merge merge_of(const PipelineConfig& config, Gradient gradient) {
    Plan plan = build_plan(with_few_layers(config)).value();
    SharedWeightReport report = simulate_shared_weight_gradient_merge(plan, 0.1F, 1.0F, gradient);
    return {std::move(plan), std::move(report)};
}

// Of what can be planned.
template <class WrongWith>
void expect_of_merges(WrongWith wrong_with) {
    expect_everywhere(few_events, 100, [&](const PipelineConfig& config) -> std::string {
        return validate(config) ? "" : wrong_with(config);
    });
}

// A float counts to 2^24. At most 2^11 forwards and 40 layers more with at most 2^11 microbatches each are 41 * 2^11
// gradients, and none is beyond 100.
TEST(PlanUse, TheSharedWeightMergeIsExactOverWholeNumbers) {
    expect_of_merges([](const PipelineConfig& config) -> std::string {
        const auto [plan, report] = merge_of(config, whole_gradient);
        std::int64_t sum = 0;
        for (std::uint64_t layer = 0; layer < *plan.n_layer; ++layer) {
            for (std::uint64_t m = 0; m < plan.microbatches; ++m) {
                sum += static_cast<std::int64_t>(whole_gradient(layer, m));
            }
        }
        if (report.reference_gradient != static_cast<float>(sum)) return "the reference is not the sum";
        return report.merged_gradient == static_cast<float>(sum) ? "" : "the merged gradient is not the sum";
    });
}

// Adding n floats one after the other errs by at most g(n-1) times the sum of their sizes, g(k) = k*u / (1 - k*u) with
// u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 4.2). Both results come from at most n + S
// additions of the same n numbers, so they differ by at most twice that.
TEST(PlanUse, TheSharedWeightMergeStaysWithinTheErrorOfItsAdditions) {
    expect_of_merges([](const PipelineConfig& config) -> std::string {
        const auto [plan, report] = merge_of(config, broken_gradient);
        double sizes = 0;
        for (std::uint64_t layer = 0; layer < *plan.n_layer; ++layer) {
            for (std::uint64_t m = 0; m < plan.microbatches; ++m) sizes += std::abs(double{broken_gradient(layer, m)});
        }
        const double units =
            static_cast<double>(*plan.n_layer * plan.microbatches + plan.physical_stage_count) * std::ldexp(1.0, -24);
        const double bound = 2 * units / (1 - units) * sizes;
        const double found = std::abs(double{report.merged_gradient} - double{report.reference_gradient});
        return found <= bound ? "" : fmt::format("they differ by {}, the bound is {}", found, bound);
    });
}

// Added anew, rank after rank: a layer's stage follows from the sizes of the stages, a stage's rank from the loop.
std::vector<float> added_by_rank(const PipelineConfig& config, Gradient gradient) {
    const std::uint64_t stages = config.stage_count * config.virtual_stages_per_rank;
    const std::uint64_t base = config.n_layer / stages;
    const std::uint64_t larger = config.n_layer % stages;
    std::vector<float> sums(config.stage_count, 0.0F);
    for (std::uint64_t layer = 0; layer < config.n_layer; ++layer) {
        const bool in_larger = layer < larger * (base + 1);
        const std::uint64_t stage = in_larger ? layer / (base + 1) : larger + (layer - larger * (base + 1)) / base;
        for (std::uint64_t m = 0; m < config.microbatches; ++m) {
            sums[stage % config.stage_count] += gradient(layer, m);
        }
    }
    return sums;
}

TEST(PlanUse, TheSharedWeightMergeIsAnIndependentAdditionBitForBit) {
    expect_of_merges([](const PipelineConfig& config) -> std::string {
        const SharedWeightReport report = merge_of(config, broken_gradient).report;
        const std::vector<float> sums = added_by_rank(with_few_layers(config), broken_gradient);
        float merged = 0.0F;
        for (const float sum : sums) merged += sum;
        const float updated = 1.0F - 0.1F * merged;
        const auto same = [](float a, float b) {
            return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
        };
        if (!std::ranges::equal(report.stage_local_gradients, sums, same)) return "a rank's own sum differs";
        if (!same(report.merged_gradient, merged)) return "the merged gradient differs";
        return same(report.updated_weight, updated) ? "" : "the updated weight differs";
    });
}

}  // namespace
}  // namespace tickproof::gate

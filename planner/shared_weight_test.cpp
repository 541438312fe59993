#include "planner/shared_weight.h"

#include <bit>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof {
namespace {

Plan plan_of(std::uint64_t layers, std::uint64_t ranks, std::uint64_t microbatches) {
    return build_plan(
               {.n_layer = layers, .stage_count = ranks, .schedule = ScheduleKind::gpipe, .microbatches = microbatches})
        .value();
}

TEST(SharedWeight, AddsInLayerThenMicrobatchOrder) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> asked;
    const auto gradient_of = [&](std::uint64_t layer, std::uint64_t microbatch) {
        asked.emplace_back(layer, microbatch);
        return 1.0F;
    };
    const SharedWeightReport report = simulate_shared_weight_gradient_merge(plan_of(3, 2, 2), 0.5F, 10.0F, gradient_of);
    EXPECT_EQ(asked,
              (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
    EXPECT_EQ(report.stage_local_gradients, (std::vector{4.0F, 2.0F}));
    EXPECT_EQ(report.reference_gradient, 6.0F);
    EXPECT_EQ(report.merged_gradient, 6.0F);
    EXPECT_EQ(report.updated_weight, 7.0F);
}

// 7 layers on 2 ranks, 2 microbatches: the production planner's own bits, where merging changes the last one.
TEST(SharedWeight, EqualsTheProductionPlannerBitForBit) {
    const auto gradient_of = [](std::uint64_t layer, std::uint64_t microbatch) {
        const float by_layer = static_cast<float>(layer) * 0.1F;
        const float by_microbatch = static_cast<float>(microbatch) * 0.25F;
        return by_layer + by_microbatch - 0.3F;
    };
    const SharedWeightReport report = simulate_shared_weight_gradient_merge(plan_of(7, 2, 2), 0.1F, 1.0F, gradient_of);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(report.reference_gradient), 1071644670U);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(report.merged_gradient), 1071644669U);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(report.stage_local_gradients.at(0)), 3192704216U);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(report.stage_local_gradients.at(1)), 1073322392U);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(report.updated_weight), 1062417204U);
}

TEST(SharedWeight, RefusesAnAssignmentToARankThatDoesNotExist) {
    Plan plan = plan_of(2, 2, 1);
    plan.stage_assignments[1].physical_stage_id = 2;
    const auto one = [](std::uint64_t, std::uint64_t) { return 1.0F; };
    EXPECT_THROW((void)simulate_shared_weight_gradient_merge(plan, 0.1F, 1.0F, one), std::out_of_range);
}

}  // namespace
}  // namespace tickproof

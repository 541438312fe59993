// The production planner's own event lists, by digest: 340 configurations, up to 19,200 events each.
#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/golden_test_data.h"
#include "planner/reference_planner.h"

namespace tickproof {
namespace {

void expect_equal(const Plan& plan, const golden::Digest& golden) {
    EXPECT_EQ(plan.metrics.total_ticks, golden.total_ticks);
    EXPECT_EQ(plan.metrics.total_events, golden.total_events);
    EXPECT_EQ(golden::sha256_of_events(plan.events), golden.events_sha256);
}

std::string in_words(const PipelineConfig& config) {
    return "S=" + std::to_string(config.stage_count) + " V=" + std::to_string(config.virtual_stages_per_rank) +
           " M=" + std::to_string(config.microbatches) + " " + std::string(name(config.schedule));
}

TEST(GoldenDigests, AreAllThere) { EXPECT_EQ(golden::digests().size(), 340U); }

TEST(GoldenDigests, FastPlannerReproducesEach) {
    for (const golden::Digest& golden : golden::digests()) {
        SCOPED_TRACE(in_words(golden.config));
        const PlanResult plan = build_plan(golden.config);
        ASSERT_TRUE(plan.has_value()) << plan.error().message;
        expect_equal(*plan, golden);
    }
}

// The larger ones take the reference minutes without optimisation; the fast planner answers for them.
TEST(GoldenDigests, ReferencePlannerReproducesEachOfModestSize) {
    constexpr std::uint64_t modest_events = 1000;
    std::size_t compared = 0;
    for (const golden::Digest& golden : golden::digests()) {
        if (golden.total_events > modest_events) continue;
        SCOPED_TRACE(in_words(golden.config));
        const PlanResult plan = reference_plan(golden.config);
        ASSERT_TRUE(plan.has_value()) << plan.error().message;
        expect_equal(*plan, golden);
        ++compared;
    }
    EXPECT_GE(compared, 300U);
}

}  // namespace
}  // namespace tickproof

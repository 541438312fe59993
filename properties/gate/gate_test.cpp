#include "properties/gate/gate.h"

#include <gtest/gtest.h>

namespace tickproof::gate {
namespace {

TEST(Gate, JudgesEveryConfigurationOfTheGrid) {
    GateOptions options;
    options.stages = {1, 3};
    options.virtual_stages = {1, 2};
    options.microbatches = {1, 4};
    double last = 0;
    const GateResult result = run_gate(options, [&](double share) {
        EXPECT_GT(share, last);
        last = share;
    });
    EXPECT_DOUBLE_EQ(last, 1);
    EXPECT_EQ(result.planned + result.refused, 3U * 2 * 4 * 3 * 2);
    // interleaved_1f1b refuses M < S, and both of the production planner's schedules refuse V = 2 at S = 1.
    const std::uint64_t too_few_microbatches = 2 * (1 + 2) * 2;
    const std::uint64_t too_many_chunks = 4 * 2 * 2;
    EXPECT_EQ(result.refused, too_few_microbatches + too_many_chunks);
    EXPECT_EQ(result.findings.count(), 0U);
    EXPECT_EQ(result.golden.plans, 39U);
}

}  // namespace
}  // namespace tickproof::gate

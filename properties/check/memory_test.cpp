// What the checker allocates beside the plan, measured by counting every allocation of this program.
#include <algorithm>

#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

// Bytes beside the plan, at their peak, for each op.
double bytes_an_op(const Plan& plan) {
    const std::size_t before = bench::live_bytes();
    bench::reset_peak();
    (void)check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = 1000});
    return static_cast<double>(bench::peak_bytes() - before) / static_cast<double>(plan.events.size());
}

TEST(Memory, OfAValidPlanIsAtMost24BytesAnOp) {
    const double bytes = bytes_an_op(tiny_plan(16, 4, 512));
    RecordProperty("bytes_an_op", std::to_string(bytes));
    EXPECT_LE(bytes, 24.0);
}

TEST(Memory, OfAnUnsortedPlanIsAtMost24BytesAnOp) {
    Plan plan = tiny_plan(16, 4, 512);
    std::ranges::reverse(plan.events);
    EXPECT_LE(bytes_an_op(plan), 24.0);
}

// The fewest ops for each stage, for which there is a table too.
TEST(Memory, OfAPlanOfOneMicrobatchIsAtMost24BytesAnOp) { EXPECT_LE(bytes_an_op(tiny_plan(256, 64, 1)), 24.0); }

TEST(Memory, StaysInProportionWhenTheHeaderLies) {
    Plan plan = tiny_plan(16, 4, 512);
    plan.microbatches = 2'000'000'000;
    plan.physical_stage_count = std::uint64_t{1} << 40;
    EXPECT_LE(bytes_an_op(plan), 24.0);
}

}  // namespace
}  // namespace tickproof::check

#include "properties/mutants/planner_mutants.h"

#include <array>

#include <gtest/gtest.h>

#include "planner/reference_planner.h"

namespace tickproof::mutants {
namespace {

constexpr PlannerMutant unaltered{"unaltered", "nowhere", [](Decisions&) {}};

TEST(PlannerMutants, UnalteredTheLoopIsTheReferencePlanner) { EXPECT_EQ(smallest_failing(unaltered), std::nullopt); }

TEST(PlannerMutants, UnalteredTheLoopRefusesWhatIsTooLargeInTheSameWords) {
    constexpr std::uint64_t large = std::uint64_t{1} << 40;
    for (const auto& [ranks, chunks, microbatches] :
         {std::array{large, large, large}, std::array{large, large / 2, large},
          std::array{std::uint64_t{1} << 31, std::uint64_t{1}, large}, std::array{large, std::uint64_t{1}, large},
          std::array{std::uint64_t{4}, std::uint64_t{1}, large}}) {
        const PipelineConfig config{.n_layer = ~std::uint64_t{0},
                                    .stage_count = ranks,
                                    .virtual_stages_per_rank = chunks,
                                    .schedule = ScheduleKind::gpipe,
                                    .microbatches = microbatches};
        EXPECT_TRUE(same_answer(unaltered(config), reference_plan(config)));
    }
}

// A plan that starts a tick late is wrong already in the smallest shape that can be planned.
TEST(PlannerMutants, TheSmallestFailureIsFound) {
    const PlannerMutant late{"late", "loop over ticks: first", [](Decisions& d) { d.first_tick = 1; }};
    const auto smallest = smallest_failing(late);
    ASSERT_TRUE(smallest.has_value());
    EXPECT_EQ(size_of(*smallest), 3U);
}

}  // namespace
}  // namespace tickproof::mutants

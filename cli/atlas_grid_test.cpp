#include "cli/atlas_grid.h"

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

AtlasGrid grid() { return {{{2, 3}, {1, 2}, {4, 6}}, {ScheduleKind::gpipe}, {}}; }

TEST(AtlasGrid, GoesByStagesThenVirtualStagesThenMicrobatches) {
    ASSERT_EQ(cell_count(grid()), 12U);
    std::uint64_t cell = 0;
    for (std::uint64_t ranks = 2; ranks <= 3; ++ranks) {
        for (std::uint64_t chunks = 1; chunks <= 2; ++chunks) {
            for (std::uint64_t microbatches = 4; microbatches <= 6; ++microbatches) {
                const Problem problem = problem_of_cell(grid(), cell++);
                EXPECT_EQ(problem.ranks, ranks);
                EXPECT_EQ(problem.chunks, chunks);
                EXPECT_EQ(problem.microbatches, microbatches);
                EXPECT_EQ(problem.placement, Placement::loop(ranks));
            }
        }
    }
}

TEST(AtlasGrid, CountsWithoutWrapping) {
    constexpr gate::Range all{1, ~std::uint64_t{0} - 1};
    EXPECT_EQ(cell_count({{all, all, all}, {}, {}}), ~std::uint64_t{0});
}

TEST(Shard, SharesAreTheWholeAndDifferByOneAtTheMost) {
    for (const std::uint64_t cells : {0U, 1U, 7U, 24U, 1'000'000'000U}) {
        for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, max_shards}) {
            std::uint64_t next = 0;
            for (std::uint64_t index = 1; index <= count; ++index) {
                const Shard shard{index, count};
                ASSERT_EQ(shard.first(cells), next);
                next = shard.last(cells);
                const std::uint64_t size = next - shard.first(cells);
                ASSERT_TRUE(size == cells / count || size == cells / count + 1);
            }
            EXPECT_EQ(next, cells);
        }
    }
}

TEST(Description, NamesEverythingThatRowsDependOn) {
    const std::string usual = description(grid(), {1, 2}, {});
    EXPECT_NE(usual.find("stages=2..3 virtual=1..2 microbatches=4..6 schedules=gpipe shard=1/2 engine=auto"),
              std::string::npos);
    EXPECT_NE(description(grid(), {2, 2}, {}), usual);
    const auto with = [](auto change) {
        AtlasGrid other = grid();
        certify::Options options;
        change(other, options);
        return description(other, {1, 2}, options);
    };
    using Grid = AtlasGrid;
    using Options = certify::Options;
    EXPECT_NE(with([](Grid& one, Options&) { one.ranges.stages.last = 4; }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.schedules.push_back(ScheduleKind::optimal); }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.problem.durations.backward_weight = 2; }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.problem.halves_given = true; }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.problem.hop_latency_ticks = 2; }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.problem.max_in_flight = 2; }), usual);
    EXPECT_NE(with([](Grid& one, Options&) { one.problem.placement = {Placement::Kind::v_shaped, {}}; }), usual);
    EXPECT_NE(with([](Grid&, Options& options) { options.engine = certify::Engine::z3; }), usual);
    EXPECT_NE(with([](Grid&, Options& options) { options.limits.rlimit = 2; }), usual);
    EXPECT_NE(with([](Grid&, Options& options) { options.limits.memory_bytes = 2; }), usual);
}

}  // namespace
}  // namespace tickproof::cli

// The closed form against the definition: a search through every schedule there is, for shapes where that is possible.
#include "smt/bounds/unit_time.h"

#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace tickproof {
namespace {

// How many microbatches each position of F(0) .. F(K-1) B(K-1) .. B(0) has done. By the order lemma this is all that
// matters of a state.
using Counters = std::vector<std::uint32_t>;

struct Shape {
    std::uint32_t ranks;
    std::uint32_t chunks;
    std::uint32_t microbatches;
};

std::uint32_t rank_of(const Shape& shape, std::size_t position) {
    const std::size_t stages = std::size_t{shape.ranks} * shape.chunks;
    const std::size_t stage = position < stages ? position : 2 * stages - 1 - position;
    return static_cast<std::uint32_t>(stage % shape.ranks);
}

bool ready(const Shape& shape, const Counters& at_start, std::size_t position) {
    return at_start[position] < (position == 0 ? shape.microbatches : at_start[position - 1]);
}

// Every state that one tick leads to: each rank runs one of its ready ops or idles.
std::set<Counters> after_one_tick(const Shape& shape, const Counters& at_start) {
    std::set<Counters> states{at_start};
    for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
        std::set<Counters> grown = states;
        for (std::size_t position = 0; position < at_start.size(); ++position) {
            if (rank_of(shape, position) != rank || !ready(shape, at_start, position)) continue;
            for (Counters state : states) {
                ++state[position];
                grown.insert(std::move(state));
            }
        }
        states = std::move(grown);
    }
    return states;
}

std::uint64_t optimum_by_search(const Shape& shape) {
    const Counters nothing(std::size_t{2} * shape.ranks * shape.chunks, 0);
    const Counters everything(nothing.size(), shape.microbatches);
    std::set<Counters> frontier{nothing};
    std::set<Counters> seen = frontier;
    for (std::uint64_t ticks = 0;; ++ticks) {
        if (frontier.contains(everything)) return ticks;
        std::set<Counters> next;
        for (const Counters& state : frontier) {
            for (const Counters& reached : after_one_tick(shape, state)) {
                if (seen.insert(reached).second) next.insert(reached);
            }
        }
        frontier = std::move(next);
    }
}

TEST(UnitTimeOptimum, EqualsExhaustiveSearch) {
    const std::vector<Shape> shapes{{1, 1, 1}, {1, 1, 4}, {1, 3, 2}, {2, 1, 1}, {2, 1, 3}, {2, 1, 6}, {2, 2, 1},
                                    {2, 2, 2}, {2, 2, 3}, {2, 2, 5}, {2, 3, 1}, {2, 3, 3}, {3, 1, 2}, {3, 1, 3},
                                    {3, 1, 5}, {3, 2, 1}, {3, 2, 2}, {3, 2, 3}, {4, 1, 2}, {4, 1, 4}, {2, 3, 4},
                                    {2, 4, 2}, {3, 2, 4}, {3, 3, 2}, {4, 2, 2}};
    for (const Shape& shape : shapes) {
        EXPECT_EQ(unit_time_optimum(shape.ranks, shape.chunks, shape.microbatches), optimum_by_search(shape))
            << "S=" << shape.ranks << " V=" << shape.chunks << " M=" << shape.microbatches;
    }
}

TEST(UnitTimeOptimum, KnownFigures) {
    EXPECT_EQ(unit_time_optimum(8, 4, 9), 86U);
    EXPECT_EQ(unit_time_optimum(4, 1, 8), 22U);
    EXPECT_EQ(unit_time_optimum(1, 1, 1), 2U);
}

TEST(UnitTimeOptimum, HasNoAnswerForEmptyShapes) {
    EXPECT_EQ(unit_time_optimum(0, 1, 1), std::nullopt);
    EXPECT_EQ(unit_time_optimum(1, 0, 1), std::nullopt);
    EXPECT_EQ(unit_time_optimum(1, 1, 0), std::nullopt);
}

TEST(UnitTimeOptimum, HasNoAnswerBeyond64Bits) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(unit_time_optimum(1, 1, most / 2), most - 1);
    EXPECT_EQ(unit_time_optimum(1, 1, most / 2 + 1), std::nullopt);
    EXPECT_EQ(unit_time_optimum(2, most / 2, 3), std::nullopt);
    EXPECT_EQ(unit_time_optimum(most, 1, most), std::nullopt);
    EXPECT_EQ(unit_time_optimum(1, most, 2), std::nullopt);
}

}  // namespace
}  // namespace tickproof

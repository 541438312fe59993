#include "smt/search/search.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "smt/bounds/unit_time.h"

namespace tickproof::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Problem problem(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches,
                std::optional<std::uint64_t> cap = std::nullopt) {
    Problem result;
    result.ranks = ranks;
    result.chunks = chunks;
    result.microbatches = microbatches;
    result.placement = Placement::loop(ranks);
    result.max_in_flight = cap;
    return result;
}

std::uint64_t makespan(const Problem& problem, const Schedule& schedule) {
    std::uint64_t end = 0;
    for (const TimedOp& op : schedule) end = std::max(end, op.start_tick + problem.duration(op.kind));
    return end;
}

// The least horizon for which there is a schedule, upwards from one tick; the schedule is checked.
std::uint64_t optimum(const Problem& problem) {
    for (std::uint64_t horizon = 1;; ++horizon) {
        const Result result = search(problem, horizon);
        if (const auto* found = std::get_if<Found>(&result)) {
            EXPECT_TRUE(check::check_schedule(problem, found->schedule).valid());
            EXPECT_EQ(makespan(problem, found->schedule), horizon);
            return horizon;
        }
        EXPECT_EQ(std::get<Exhausted>(result).states.back(), 0U);
    }
}

TEST(Search, FindsTheUnitTimeOptimum) {
    for (const auto& [ranks, chunks, microbatches] : std::vector<std::array<std::uint64_t, 3>>{{1, 1, 1},
                                                                                               {1, 3, 2},
                                                                                               {2, 1, 6},
                                                                                               {2, 2, 5},
                                                                                               {2, 3, 4},
                                                                                               {3, 2, 4},
                                                                                               {3, 3, 2},
                                                                                               {4, 1, 4},
                                                                                               {4, 2, 2},
                                                                                               {4, 2, 5}}) {
        EXPECT_EQ(optimum(problem(ranks, chunks, microbatches)), *unit_time_optimum(ranks, chunks, microbatches));
    }
}

TEST(Search, FindsTheOptimumUnderACap) {
    const std::vector<std::uint64_t> of_one_chunk{64, 34, 26, 22};
    for (std::uint64_t cap = 1; cap <= 4; ++cap) EXPECT_EQ(optimum(problem(4, 1, 8, cap)), of_one_chunk[cap - 1]);
    const std::vector<std::uint64_t> of_two_chunks{26, 20, 18};
    for (std::uint64_t cap = 2; cap <= 4; ++cap) EXPECT_EQ(optimum(problem(2, 2, 4, cap)), of_two_chunks[cap - 2]);
}

TEST(Search, CountsDurationsAndLatency) {
    Problem slow = problem(2, 1, 3);
    slow.durations.backward = 2;
    // Rank 1: one forward before it, 3 of 3 ticks, one backward after it.
    EXPECT_EQ(optimum(slow), 12U);
    slow.hop_latency_ticks = 3;
    // One microbatch takes 1+3+1+2+3+2; the two others add a forward and a backward each at the slowest place.
    EXPECT_EQ(optimum(slow), 18U);
    Problem one = problem(3, 1, 1);
    one.durations = {.forward = 3, .backward = 2, .backward_input = 1, .backward_weight = 1};
    one.hop_latency_ticks = 2;
    EXPECT_EQ(optimum(one), 3U * 3 + 3 * 2 + 4 * 2);
}

TEST(Search, SplitsTheBackward) {
    Problem split = problem(2, 1, 2);
    split.backward_form = BackwardForm::split;
    // Rank 0 has six ops, and between the forwards and the first I it waits for rank 1 a tick at least: F F . I I W W
    EXPECT_EQ(optimum(split), 7U);
    Problem v = problem(2, 2, 2);
    v.placement = Placement::v_shaped(2);
    // Rank 1 waits for one forward, has eight ops, and one backward follows.
    EXPECT_EQ(optimum(v), 10U);
}

TEST(Search, CountsTheStatesOfEachLayer) {
    // F would have to start before the first tick.
    EXPECT_THAT(std::get<Exhausted>(search(problem(1, 1, 1), 1)).states, ElementsAre(0));
    // After the first F, the second is due as well as the first B.
    EXPECT_THAT(std::get<Exhausted>(search(problem(1, 1, 2), 3)).states, ElementsAre(1, 1, 0));
}

// Towards the end each of the ranks can start its W or wait: a state has hundreds of successors.
TEST(Search, AsksWhetherToStopAlsoAmongTheSuccessorsOfOneState) {
    Problem wide = problem(10, 1, 1);
    wide.backward_form = BackwardForm::split;
    wide.durations.backward_weight = 2;
    std::uint64_t asked = 0;
    SearchLimits counting;
    counting.why_stop = [&] {
        ++asked;
        return "";
    };
    EXPECT_TRUE(std::holds_alternative<Found>(search(wide, 22, counting)));
    EXPECT_GT(asked, 300U);  // of a hundred thousand states, but some times as many successors
}

TEST(Search, KnowsItsLimits) {
    SearchLimits few;
    few.max_states = 3;
    EXPECT_THAT(std::get<GaveUp>(search(problem(4, 2, 5), 26, few)).reason, HasSubstr("rlimit"));
    SearchLimits small;
    small.memory_bytes = 10'000;
    EXPECT_EQ(std::get<GaveUp>(search(problem(4, 2, 7), 33, small)).reason, "memory limit");
    SearchLimits stopped;
    stopped.why_stop = [] { return std::string("interrupted"); };
    EXPECT_EQ(std::get<GaveUp>(search(problem(4, 2, 5), 26, stopped)).reason, "interrupted");
    EXPECT_THAT(std::get<GaveUp>(search(problem(1, 1, 256), 600)).reason, HasSubstr("256 microbatches"));
    Problem slow = problem(2, 1, 1);
    slow.hop_latency_ticks = 64;
    EXPECT_THAT(std::get<GaveUp>(search(slow, 200)).reason, HasSubstr("65 ticks from a start to its result"));
}

}  // namespace
}  // namespace tickproof::search

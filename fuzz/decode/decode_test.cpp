// What the harnesses rely on: any bytes decode, the same bytes to the same values, and values stay within their limits.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/decode/config.h"
#include "fuzz/decode/edit.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "planner/build_plan.h"
#include "planner/model/limits.h"
#include "planner/validate.h"
#include "properties/check/check.h"
#include "smt/bounds/op_class.h"

namespace tickproof::fuzz {
namespace {

using Input = std::vector<std::uint8_t>;

Bytes bytes_of(const Input& input) { return {input.data(), input.size()}; }

// Of all lengths up to 80, always the same.
std::vector<Input> inputs() {
    std::minstd_rand random(1);
    std::vector<Input> all;
    for (std::size_t i = 0; i < 4000; ++i) {
        Input input(i % 80);
        for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random() >> 8);
        all.push_back(input);
    }
    return all;
}

TEST(Bytes, AreZerosAtTheEnd) {
    const Input input{7};
    Bytes bytes = bytes_of(input);
    EXPECT_EQ(bytes.byte(), 7);
    EXPECT_TRUE(bytes.empty());
    EXPECT_EQ(bytes.byte(), 0);
    EXPECT_EQ(bytes.word(), 0U);
    EXPECT_EQ(bytes.between(3, 9), 3U);
    EXPECT_FALSE(bytes.one_in(2));
    EXPECT_EQ(bytes.any(), 0U);
}

TEST(Bytes, BetweenReachesBothEndsAndNothingElse) {
    std::set<std::uint64_t> seen;
    for (unsigned first = 0; first < 256; ++first) {
        const Input input{static_cast<std::uint8_t>(first)};
        seen.insert(bytes_of(input).between(10, 13));
    }
    EXPECT_THAT(seen, testing::ElementsAre(10, 11, 12, 13));
}

TEST(Bytes, BetweenTakesNoMoreBytesThanItNeeds) {
    const Input input{1, 2, 3, 4};
    Bytes bytes = bytes_of(input);
    EXPECT_EQ(bytes.between(5, 5), 5U);
    EXPECT_EQ(bytes.between(0, 255), 1U);
    EXPECT_EQ(bytes.between(0, 256), 0x0203U % 257);
    EXPECT_EQ(bytes.byte(), 4);
}

TEST(Bytes, AnyReachesTheEndsOfTheRange) {
    std::set<std::uint64_t> seen;
    for (const Input& input : inputs()) seen.insert(bytes_of(input).any());
    for (const std::uint64_t number :
         {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0} / 2}) {
        EXPECT_TRUE(seen.contains(number)) << number;
    }
}

TEST(DecodeConfig, IsPlannedOnlyWithFewEvents) {
    int planned = 0;
    int refused = 0;
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        const PipelineConfig config = decode_config(bytes);
        if (const auto error = validate(config)) {
            ++refused;
            continue;
        }
        ++planned;
        EXPECT_LE(2 * config.stage_count * config.virtual_stages_per_rank * config.microbatches, most_config_events);
    }
    EXPECT_GT(planned, 2000);
    EXPECT_GT(refused, 200);
}

TEST(DecodeConfig, AValidOneIsPlannedWithinItsLimit) {
    for (const std::uint64_t most : {8U, 64U, 512U}) {
        for (const Input& input : inputs()) {
            Bytes bytes = bytes_of(input);
            const PipelineConfig config = decode_valid_config(bytes, most);
            EXPECT_FALSE(validate(config));
            EXPECT_LE(2 * config.stage_count * config.virtual_stages_per_rank * config.microbatches, most);
        }
    }
}

TEST(DecodeConfig, IsDeterministic) {
    for (const Input& input : inputs()) {
        Bytes first = bytes_of(input);
        Bytes second = bytes_of(input);
        EXPECT_EQ(decode_config(first), decode_config(second));
    }
}

TEST(DecodeProblem, IsSoundWithoutTheFormAny) {
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        const Problem problem = decode_problem(bytes, {.any_form = false});
        EXPECT_TRUE(sound(problem));
        EXPECT_LE(problem.ranks, 4U);
        EXPECT_LE(problem.chunks, 3U);
        EXPECT_LE(problem.microbatches, 5U);
        EXPECT_LE(problem.durations.forward, limits::max_duration_ticks);
    }
}

TEST(DecodeSchedule, AValidOneIsValid) {
    std::set<std::size_t> sizes;
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        const Problem problem = decode_problem(bytes);
        const Schedule schedule = decode_valid_schedule(bytes, problem);
        EXPECT_TRUE(check::check_schedule(problem, schedule).valid());
        sizes.insert(schedule.size());
    }
    EXPECT_GT(sizes.size(), 50U);
}

TEST(DecodeSchedule, AnyOneHasFewOps) {
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        EXPECT_LE(decode_any_schedule(bytes, decode_problem(bytes)).size(), 40U);
    }
}

TEST(DecodeOrders, AreValidOrNot) {
    int valid = 0;
    int invalid = 0;
    int beyond_plain = 0;  // with sends, receives or overlapped pairs
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        const Problem problem = decode_problem(bytes);
        const Orders orders = decode_orders(bytes, problem);
        const check::OrdersVerdict verdict = check::check_orders(problem, orders);
        beyond_plain += std::ranges::any_of(orders.by_rank, [](const std::vector<Action>& actions) {
            return std::ranges::any_of(actions, [](const Action& a) { return !is_compute(a.kind) || a.overlaps_next; });
        });
        (verdict.report.valid() ? valid : invalid) += 1;
    }
    EXPECT_GT(valid, 300);
    EXPECT_GT(invalid, 300);
    EXPECT_GT(beyond_plain, 100);
}

// Each change of a schedule or a plan in the words of its kind, numbers left out.
std::string kind_of(std::string words) {
    std::erase_if(words, [](char c) { return c == ' ' || c == '-' || c == '.' || (c >= '0' && c <= '9'); });
    return words;
}

TEST(DecodeEdit, ChangesEverySortOfThing) {
    std::set<std::string> kinds;
    for (const Input& input : inputs()) {
        Bytes bytes = bytes_of(input);
        auto plan = build_plan(decode_valid_config(bytes, 64));
        ASSERT_TRUE(plan);
        kinds.insert(kind_of(edit_plan(bytes, *plan)));
    }
    for (const char* kind : {"physical_stage_count:becomes",
                             "virtual_stages_per_rank:becomes",
                             "total_virtual_stages:becomes",
                             "microbatches:becomes",
                             "n_layer:becomes",
                             "assignmentistakenout",
                             "assignmentcomesagainattheend",
                             "assignmentvirtual_stage_id:becomes",
                             "assignmentlayer_rangestart:becomes",
                             "assignmentlayer_rangeend:becomes",
                             "total_ticks:becomes",
                             "total_events:becomes",
                             "stage_busy_ticksofrank:becomes",
                             "stage_idle_ticksistakenout",
                             "bubble_fraction:becomes",
                             "eventlocal_stage_index:becomes",
                             "opstart:becomes",
                             "oprank:becomes",
                             "opstage:becomes",
                             "opmicrobatch:becomes",
                             "opistakenout",
                             "thestartsofopsandchangeplaces"}) {
        EXPECT_TRUE(kinds.contains(kind)) << kind;
    }
}

TEST(DecodeEdit, OfAnEmptyScheduleChangesNothing) {
    Schedule none;
    Bytes bytes(nullptr, 0);
    EXPECT_EQ(edit_schedule(bytes, none), "nothing to change");
}

}  // namespace
}  // namespace tickproof::fuzz

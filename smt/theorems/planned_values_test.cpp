// What theorems 1 and 6 assume, evaluated with the numbers of the planners: their texts are about the planners, not
// about something like them.
#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/microbatch_split.h"
#include "planner/optimal_planner.h"
#include "planner/partition.h"
#include "smt/theorems/smtlib_test_evaluator.h"
#include "smt/theorems/theorem.h"

namespace tickproof::theorems {
namespace {

using testing::ElementsAre;

std::int64_t number(std::uint64_t x) { return static_cast<std::int64_t>(x); }

Evaluator claim(std::uint32_t theorem, std::string_view name) {
    const auto& lemmas = theorems()[theorem - 1].lemmas;
    const auto found = std::ranges::find(lemmas, name, &Lemma::name);
    EXPECT_NE(found, lemmas.end()) << name;
    return Evaluator(found == lemmas.end() ? "" : found->claim);
}

TEST(PartitionText, IsWhatPartitionLayersDoes) {
    const Evaluator text = claim(1, "layers_step");
    for (std::uint64_t n_layer = 1; n_layer <= 20; ++n_layer) {
        for (std::uint64_t stages = 1; stages <= n_layer; ++stages) {
            Meaning meaning{{{"base", number(n_layer / stages)}, {"remainder", number(n_layer % stages)}}, {}};
            for (const StageAssignment& stage : partition_layers(n_layer, stages, 1)) {
                const std::int64_t i = number(stage.virtual_stage_id);
                const auto [start, end] = stage.layer_range;
                EXPECT_EQ(text.call("start", {i}, meaning), number(start));
                EXPECT_EQ(text.call("size", {i}, meaning), number(end - start));
            }
        }
    }
}

TEST(PartitionText, IsWhatSplitMicrobatchRangesDoes) {
    const Evaluator text = claim(1, "microbatches_step");
    for (std::uint64_t microbatches = 1; microbatches <= 7; ++microbatches) {
        const auto ranges = split_microbatch_ranges(17, microbatches);
        ASSERT_TRUE(ranges);
        const Meaning meaning{{{"base", number(17 / microbatches)}, {"remainder", number(17 % microbatches)}}, {}};
        for (std::size_t i = 0; i < microbatches; ++i) {
            EXPECT_EQ(text.call("start", {number(i)}, meaning), number((*ranges)[i].start));
            EXPECT_EQ(text.call("size", {number(i)}, meaning), number((*ranges)[i].end - (*ranges)[i].start));
        }
    }
}

// The constants of optimal_round_trip for a forward of the plan: what the planner read from the slot, which is where
// the op is, and the op's group and offset.
Meaning round_trip(const PipelineConfig& config, const TimedOp& op) {
    const std::int64_t s = number(config.stage_count);
    const std::int64_t v = number(config.virtual_stages_per_rank);
    const std::int64_t slots = std::max(number(config.microbatches), s);
    const std::int64_t last = slots / s - 1;
    const std::int64_t group = std::min(op.microbatch / s, last);
    const std::int64_t size = s + (group == last ? slots % s : 0);
    const std::int64_t n = number(op.start_tick) - op.rank;
    const std::int64_t in_group = n - group * v * s;
    return {{{"S", s},
             {"V", v},
             {"M", number(config.microbatches)},
             {"last", last},
             {"rest", slots % s},
             {"group_slots", v * s},
             {"n", n},
             {"group", group},
             {"chunk", op.chunk},
             {"offset", op.microbatch - group * s},
             {"read_group", n / (v * s)},
             {"quotient", n / (v * s)},
             {"remainder", n % (v * s)},
             {"in_group", in_group},
             {"read_chunk", in_group / size},
             {"read_offset", in_group % size}},
            {}};
}

bool in_last_group(const Meaning& meaning) { return meaning.constants.at("group") == meaning.constants.at("last"); }

std::vector<PipelineConfig> sizes() {
    std::vector<PipelineConfig> result;
    for (std::uint64_t s = 1; s <= 4; ++s) {
        for (std::uint64_t v = 1; v <= 3; ++v) {
            for (std::uint64_t m = 1; m <= 13; ++m) {
                result.push_back({.n_layer = s * v,
                                  .stage_count = s,
                                  .virtual_stages_per_rank = v,
                                  .schedule = ScheduleKind::optimal,
                                  .microbatches = m});
            }
        }
    }
    return result;
}

// All that is asserted is true of the plan but the last, the negated goal.
TEST(ConstructionText, IsTrueOfEveryForwardOfTheOptimalPlanner) {
    const Evaluator earlier = claim(6, "optimal_round_trip_earlier");
    const Evaluator last = claim(6, "optimal_round_trip_last");
    for (const PipelineConfig& config : sizes()) {
        for (const TimedOp& op : optimal_events(config)) {
            if (op.kind != OpKind::forward) continue;
            const Meaning meaning = round_trip(config, op);
            const Evaluator& text = in_last_group(meaning) ? last : earlier;
            EXPECT_THAT(text.false_assertions(meaning), ElementsAre(text.assertions() - 1));
        }
    }
}

TEST(ConstructionText, EndsWhereTheOptimalPlannerEnds) {
    const Evaluator text = claim(6, "optimal_ends_at_bound");
    for (const PipelineConfig& config : sizes()) {
        const std::vector<TimedOp> events = optimal_events(config);
        Meaning meaning = round_trip(config, events.front());
        meaning.constants["first_forward"] = number(events.front().start_tick);
        EXPECT_EQ(text.call("last_end", {}, meaning), number(events.back().start_tick) + 1);
    }
}

TEST(ConstructionText, MirrorsAsTheOptimalPlannerDoes) {
    const Evaluator text = claim(6, "optimal_mirror_order");
    for (const PipelineConfig& config : sizes()) {
        const std::vector<TimedOp> events = optimal_events(config);
        std::map<Values, std::int64_t> forward;
        for (const TimedOp& op : events) {
            if (op.kind == OpKind::forward) forward[{op.stage, op.microbatch}] = number(op.start_tick);
        }
        const std::int64_t half = (number(events.back().start_tick) + 1) / 2;
        const Meaning meaning{{{"H", half}, {"M", number(config.microbatches)}},
                              {{"forward", [&](const Values& op) { return forward.at(op); }}}};
        for (const TimedOp& op : events) {
            if (op.kind == OpKind::forward) continue;
            EXPECT_EQ(text.call("backward", {op.stage, op.microbatch}, meaning), number(op.start_tick));
        }
    }
}

// The evaluator is able to say no.
TEST(ConstructionText, IsNotTrueOfAnotherTick) {
    const Evaluator text = claim(6, "optimal_round_trip_last");
    const PipelineConfig config = sizes().back();
    TimedOp op = optimal_events(config).front();
    op.microbatch = 12;
    EXPECT_GT(text.false_assertions(round_trip(config, op)).size(), 1U);
}

}  // namespace
}  // namespace tickproof::theorems

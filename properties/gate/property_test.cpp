// Every property of the table: the built-in planners have it on every small configuration and on random large ones, and
// some plan does not have it.
#include "properties/gate/property.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/metrics.h"
#include "properties/check/check.h"
#include "properties/gate/configs_test_data.h"
#include "properties/gate/judge.h"
#include "properties/gate/property_functions.h"
#include "properties/gate/reference_rule.h"

namespace tickproof::gate {

void PrintTo(const Property& property, std::ostream* out) { *out << property.id; }

namespace {

std::string test_name(std::string_view id) {
    std::string name(id);
    std::ranges::replace(name, '-', '_');
    return name;
}

check::Report report_of(const Plan& plan) {
    check::Report report = check::check_plan(plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = {}});
    check_reference(plan, report);
    return report;
}

class BuiltInPlanners : public testing::TestWithParam<Property> {
protected:
    // What this property finds in the plan; a refusal has nothing to be judged by it.
    [[nodiscard]] static std::string wrong_with(const PipelineConfig& config) {
        const PlanResult plan = build_plan(config);
        if (!plan) return "";
        const check::Report report = report_of(*plan);
        const std::vector<std::string> witnesses = GetParam().witnesses({config, *plan, report});
        if (witnesses.empty()) return "";
        return fmt::format("{}: {}", GetParam().id, witnesses.front());
    }
};

TEST_P(BuiltInPlanners, HaveItOnEverySmallConfiguration) { EXPECT_TRUE(holds_for_every_small_config(wrong_with)); }

TEST_P(BuiltInPlanners, HaveItOnRandomLargeConfigurations) {
    EXPECT_TRUE(holds_for_random_configs({}, 500, wrong_with));
}

INSTANTIATE_TEST_SUITE_P(Properties, BuiltInPlanners, testing::ValuesIn(properties().begin(), properties().end()),
                         [](const auto& property) { return test_name(property.param.id); });

// A plan of another planner, or one of ours that was tampered with, and the properties that it breaks.
struct Wrong {
    const char* name;
    PipelineConfig asked;
    std::function<void(Plan&)> spoil;
    std::set<std::string> breaks;
};

PipelineConfig config_of(ScheduleKind schedule, std::uint64_t stages, std::uint64_t chunks,
                         std::uint64_t microbatches) {
    PipelineConfig config;
    config.n_layer = 2 * stages * chunks;
    config.stage_count = stages;
    config.virtual_stages_per_rank = chunks;
    config.schedule = schedule;
    config.microbatches = microbatches;
    return config;
}

// As a consistent planner would: figures of the events that there are, events in order.
void tidy_up(Plan& plan) {
    std::ranges::sort(plan.events, {}, [](const TimedOp& op) {
        return std::tuple(op.start_tick, op.rank, op.kind, op.stage, op.microbatch);
    });
    plan.metrics = plan_metrics(plan.physical_stage_count, plan.events);
}

// All from `tick` on happen `later` ticks later.
void delay(Plan& plan, std::uint64_t tick, std::uint64_t later) {
    for (TimedOp& op : plan.events) op.start_tick += op.start_tick >= tick ? later : 0;
    tidy_up(plan);
}

TimedOp& event_of(Plan& plan, OpKind kind, std::uint32_t stage, std::uint32_t microbatch) {
    return *std::ranges::find_if(plan.events, [=](const TimedOp& op) {
        return op.kind == kind && op.stage == stage && op.microbatch == microbatch;
    });
}

void take_events_of(Plan& plan, const PipelineConfig& other) {
    plan.events = build_plan(other).value().events;
    tidy_up(plan);
}

const PipelineConfig interleaved = config_of(ScheduleKind::interleaved_1f1b, 2, 2, 4);
const PipelineConfig one_chunk = config_of(ScheduleKind::interleaved_1f1b, 3, 1, 4);
const PipelineConfig gpipe = config_of(ScheduleKind::gpipe, 2, 2, 4);
const PipelineConfig optimal = config_of(ScheduleKind::optimal, 2, 2, 3);

const std::vector<Wrong>& wrong_plans() {  // NOLINT(readability-function-size): a table
    static const std::vector<Wrong> all{
        {"of_another_schedule",
         gpipe,
         [](Plan& plan) { plan.schedule = ScheduleKind::interleaved_1f1b; },
         {"shape", "reference"}},
        {"of_other_layers",
         gpipe,
         [](Plan& plan) {
             plan = build_plan({.n_layer = 9,
                                .stage_count = 2,
                                .virtual_stages_per_rank = 2,
                                .schedule = ScheduleKind::gpipe,
                                .microbatches = 4})
                        .value();
         },
         {"shape", "reference"}},
        {"of_more_microbatches",
         gpipe,
         [](Plan& plan) { plan = build_plan(config_of(ScheduleKind::gpipe, 2, 2, 5)).value(); },
         {"shape", "reference"}},
        {"an_op_twice",
         gpipe,
         [](Plan& plan) {
             plan.events.push_back(plan.events.front());
             plan.events.back().start_tick = plan.metrics.total_ticks;
             tidy_up(plan);
         },
         {"exactly-once", "reference", "gpipe-optimum"}},
        {"an_op_on_the_other_rank",
         optimal,
         [](Plan& plan) {
             for (TimedOp& op : plan.events) op.rank = 1 - op.rank;
             tidy_up(plan);
         },
         {"own-rank", "reference"}},
        {"a_result_used_too_early",
         optimal,
         [](Plan& plan) {
             std::swap(event_of(plan, OpKind::forward, 0, 0).start_tick,
                       event_of(plan, OpKind::forward, 0, 1).start_tick);
             tidy_up(plan);
         },
         {"dependency", "reference"}},
        {"two_ops_at_once",
         optimal,
         [](Plan& plan) {
             event_of(plan, OpKind::forward, 0, 2).start_tick = event_of(plan, OpKind::forward, 0, 1).start_tick;
             tidy_up(plan);
         },
         {"one-op", "reference"}},
        {"a_backward_before_its_forward",
         config_of(ScheduleKind::optimal, 1, 1, 2),
         [](Plan& plan) {
             std::swap(event_of(plan, OpKind::forward, 0, 1).start_tick,
                       event_of(plan, OpKind::backward, 0, 1).start_tick);
             tidy_up(plan);
         },
         {"dependency", "deadlock-free", "reference"}},
        {"a_local_index_of_its_own",
         gpipe,
         [](Plan& plan) { plan.stage_assignments[3].local_stage_index = 0; },
         {"ids", "reference"}},
        {"a_layer_without_a_stage",
         gpipe,
         [](Plan& plan) { plan.stage_assignments[0].layer_range.start = 1; },
         {"cover", "balance", "reference"}},
        {"a_lie_about_its_length", gpipe, [](Plan& plan) { --plan.metrics.total_ticks; }, {"metrics"}},
        {"impossibly_short",
         optimal,
         [](Plan& plan) {
             for (TimedOp& op : plan.events) op.start_tick /= 2;
             tidy_up(plan);
         },
         {"dependency", "one-op", "bound", "optimal-optimum", "reference"}},
        {"larger_stages_last",
         gpipe,
         [](Plan& plan) {
             plan.stage_assignments[0].layer_range.end = plan.stage_assignments[1].layer_range.start = 1;
         },
         {"balance", "reference"}},
        {"ranks_out_of_order",
         gpipe,
         [](Plan& plan) {
             const auto both = std::ranges::adjacent_find(plan.events, {}, &TimedOp::start_tick);
             std::swap(both[0], both[1]);
         },
         {"event-order", "reference"}},
        {"a_bubble_rounded_otherwise",
         gpipe,
         [](Plan& plan) { plan.metrics.bubble_fraction = std::nextafter(plan.metrics.bubble_fraction, 1.0F); },
         {"exact-metrics"}},
        {"a_tick_without_work",
         interleaved,
         [](Plan& plan) { delay(plan, 5, 1); },
         {"progress", "work-conservation", "reference"}},
        // Rank 0 has room for it one tick later, when rank 1 still gets it in time, but could have run it at once.
        {"a_rank_that_waits_for_nothing",
         config_of(ScheduleKind::interleaved_1f1b, 3, 2, 4),
         [](Plan& plan) {
             event_of(plan, OpKind::forward, 3, 3).start_tick += 1;
             tidy_up(plan);
         },
         {"work-conservation", "reference"}},
        {"one_chunk_but_longer",
         one_chunk,
         [](Plan& plan) { delay(plan, 4, 1); },
         {"progress", "work-conservation", "one-chunk-optimum", "reference"}},
        {"gpipe_but_longer",
         gpipe,
         [](Plan& plan) { take_events_of(plan, interleaved); },
         {"gpipe-optimum", "reference"}},
        {"optimal_but_longer",
         config_of(ScheduleKind::optimal, 2, 2, 4),
         [](Plan& plan) { take_events_of(plan, interleaved); },
         {"optimal-optimum", "reference"}},
        {"the_other_schedules_events",
         one_chunk,
         [](Plan& plan) { take_events_of(plan, config_of(ScheduleKind::gpipe, 3, 1, 4)); },
         {"reference"}},
    };
    return all;
}

TEST(WrongPlans, BreakThesePropertiesAndNoOthers) {
    for (const Wrong& wrong : wrong_plans()) {
        Plan plan = build_plan(wrong.asked).value();
        wrong.spoil(plan);
        std::set<std::string> broken;
        std::string witnesses;
        for (const Broken& one : judge(wrong.asked, plan, Level::conform)) {
            broken.insert(one.property);
            witnesses += "\n" + one.property + ": " + one.witness;
        }
        EXPECT_EQ(broken, wrong.breaks) << wrong.name << witnesses;
    }
}

// build_plan answers for the reference in the rule `reference`, so a fault of its own shows only in this comparison.
TEST(WrongPlans, AreComparedWithReferencePlannerEvenIfTheRuleFindsNothing) {
    Plan plan = build_plan(gpipe).value();
    const check::Report nothing;
    EXPECT_TRUE(equals_the_reference({gpipe, plan, nothing}).empty());
    std::swap(plan.events[0], plan.events[1]);
    EXPECT_EQ(equals_the_reference({gpipe, plan, nothing}), Witnesses{"the events are not reference_planner's"});
    plan = build_plan(gpipe).value();
    plan.stage_assignments.pop_back();
    EXPECT_EQ(equals_the_reference({gpipe, plan, nothing}), Witnesses{"the assignments are not reference_planner's"});
}

TEST(WrongPlans, ThereIsOneForEveryProperty) {
    std::set<std::string> broken;
    for (const Wrong& wrong : wrong_plans()) broken.insert(wrong.breaks.begin(), wrong.breaks.end());
    for (const Property& property : properties()) EXPECT_TRUE(broken.contains(std::string(property.id))) << property.id;
}

TEST(SmallConfigurations, AFailureNamesTheConfigurationTheReasonAndACommand) {
    const testing::AssertionResult result =
        holds_for_every_small_config([](const PipelineConfig& config) -> std::string {
            return config.stage_count == 2 && config.microbatches == 3 ? "dependency: too early" : "";
        });
    ASSERT_FALSE(result);
    EXPECT_STREQ(
        result.message(),
        "gpipe:S2V1M3L2: dependency: too early\n"
        "echo '{\"n_layer\":2,\"pipeline\":{\"enabled\":true,\"stage_count\":2,\"virtual_stages_per_rank\":1,"
        "\"schedule\":\"gpipe\",\"microbatches\":3,\"partition\":\"layer_contiguous\"}}' | tickproof plan --config - "
        "| tickproof check --conform -");
}

// Rules of the checker that no property stands for would be found by `check` and passed over by the gate.
TEST(Properties, StandForEveryRuleThatJudgesPlans) {
    std::set<std::string_view> ids;
    for (const Property& property : properties()) EXPECT_TRUE(ids.insert(property.id).second) << property.id;
    const std::map<check::Rule, const char*> elsewhere{{check::Rule::in_flight_cap, "no configuration has a cap"},
                                                       {check::Rule::deadlock, "deadlock-free"},
                                                       {check::Rule::payload, "a plan holds no messages"},
                                                       {check::Rule::buffer, "a plan names no slots"},
                                                       {check::Rule::sharding, "a plan shards no weights"},
                                                       {check::Rule::lowering, "a plan implements no other"}};
    for (const check::RuleText& rule : check::rule_texts()) {
        EXPECT_NE(ids.contains(rule.id), elsewhere.contains(rule.rule)) << rule.id;
        if (!ids.contains(rule.id)) continue;
        const auto property = std::ranges::find(properties(), rule.id, &Property::id);
        EXPECT_EQ(property->level == Level::valid, rule.rule_class == check::RuleClass::safety) << rule.id;
    }
}

}  // namespace
}  // namespace tickproof::gate

// For each rule a planted fault that this rule reports and no other: so each is needed, and none shadows another.
#include <cmath>
#include <functional>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_orders_test_data.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

struct Fault {
    const char* name;
    Rule caught_by;
    std::function<Plan(Plan)> plant;
    PlanOptions options{.rules = Rules::all, .placement = {}, .max_in_flight = {}};
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

// Two ranks, two chunks, four microbatches; rank 0 is idle at tick 8, rank 1 at tick 0.
Plan base() { return tiny_plan(2, 2, 4); }

const std::vector<Fault>& faults() {  // NOLINT(readability-function-size): a table
    static const std::vector<Fault> all{
        {"op_comes_twice", Rule::exactly_once,
         [](Plan plan) {
             TimedOp again = event(plan, OpKind::forward, 0, 0);
             again.start_tick = 8;
             plan.events.push_back(again);
             return with_figures(plan);
         }},
        {"result_used_before_it_is_made", Rule::dependency,
         [](Plan plan) {
             event(plan, OpKind::forward, 1, 0).start_tick = 0;
             return with_figures(plan);
         }},
        {"two_ops_at_once", Rule::one_op,
         [](Plan plan) {
             event(plan, OpKind::backward, 0, 0).start_tick = event(plan, OpKind::backward, 0, 1).start_tick;
             return with_figures(plan);
         }},
        {"op_on_another_rank", Rule::own_rank,
         [](Plan plan) {
             event(plan, OpKind::forward, 0, 0).rank = 1;
             return with_figures(plan);
         }},
        {"more_in_flight_than_the_cap",
         Rule::in_flight_cap,
         [](Plan plan) { return plan; },
         {.rules = Rules::all, .placement = {}, .max_in_flight = 7}},
        {"stages_read_layers_out_of_order", Rule::cover,
         [](Plan plan) {
             std::swap(plan.stage_assignments[2].layer_range, plan.stage_assignments[3].layer_range);
             return plan;
         }},
        {"layers_lost", Rule::cover,
         [](Plan plan) {
             *plan.n_layer += 1;
             return plan;
         }},
        {"wrong_local_index_in_the_table", Rule::ids,
         [](Plan plan) {
             plan.stage_assignments[3].local_stage_index = 0;
             return plan;
         }},
        {"wrong_local_index_of_an_event", Rule::ids,
         [](Plan plan) {
             plan.events[5].chunk = 1;
             return plan;
         }},
        {"table_out_of_order", Rule::ids,
         [](Plan plan) {
             std::swap(plan.stage_assignments[1], plan.stage_assignments[2]);
             return plan;
         }},
        {"wrong_busy_ticks", Rule::metrics,
         [](Plan plan) {
             --plan.metrics.stage_busy_ticks[1];
             return plan;
         }},
        {"wrong_total_ticks", Rule::metrics,
         [](Plan plan) {
             --plan.metrics.total_ticks;
             return plan;
         }},
        {"small_stage_first", Rule::balance,
         [](Plan plan) {
             *plan.n_layer += 1;
             plan.stage_assignments[3].layer_range.end += 1;
             return plan;
         }},
        {"ranks_out_of_order_in_a_tick", Rule::event_order,
         [](Plan plan) {
             std::swap(plan.events[1], plan.events[2]);
             return plan;
         }},
        {"bubble_rounded_otherwise", Rule::exact_metrics,
         [](Plan plan) {
             plan.metrics.bubble_fraction = std::nextafter(plan.metrics.bubble_fraction, 1.0F);
             return plan;
         }},
        {"a_tick_without_work", Rule::progress,
         [](Plan plan) {
             for (TimedOp& op : plan.events) op.start_tick += op.start_tick >= 3 ? 1 : 0;
             return with_figures(plan);
         }},
    };
    return all;
}

class KillTable : public testing::TestWithParam<Fault> {};

TEST_P(KillTable, OnlyThisRuleReports) {
    const Fault& fault = GetParam();
    const Report report = check_plan(fault.plant(base()), fault.options);
    for (const RuleText& rule : rule_texts()) {
        EXPECT_EQ(report.count(rule.rule) > 0, rule.rule == fault.caught_by)
            << rule.id << ": " << report.count(rule.rule);
    }
}

INSTANTIATE_TEST_SUITE_P(Faults, KillTable, testing::ValuesIn(faults()),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(KillTable, TheBaseIsValidByAllRules) {
    const Report report = check_plan(base(), {.rules = Rules::all, .placement = {}, .max_in_flight = 8});
    for (const Violation& violation : report.violations()) ADD_FAILURE() << violation.witness;
    EXPECT_TRUE(report.valid());
}

TEST(KillTable, ConventionsAreJudgedOnlyOnRequest) {
    for (const Fault& fault : faults()) {
        PlanOptions options = fault.options;
        options.rules = Rules::safety;
        const bool is_convention = text(fault.caught_by).rule_class == RuleClass::convention;
        EXPECT_EQ(check_plan(fault.plant(base()), options).valid(), is_convention) << fault.name;
    }
}

TEST(KillTable, OrdersThatLockAreDeadlockAlone) {
    const Orders orders = tiny_orders(1, {"0F0 2F0 0B0 2B0", "1F0 3F0 3B0 1B0"}, 2);
    const Report report = check_orders(problem_of(orders), orders).report;
    EXPECT_EQ(report.count(Rule::deadlock), 1U);
    EXPECT_EQ(report.count(), 1U);
}

}  // namespace
}  // namespace tickproof::check

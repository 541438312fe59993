#include "properties/mutants/kill_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/model/orders_of.h"
#include "planner/reference_planner.h"
#include "properties/check/check.h"
#include "properties/check/lowering.h"
#include "properties/gate/judge.h"
#include "properties/gate/planner.h"
#include "properties/mutants/edit.h"
#include "properties/mutants/plan_mutants.h"
#include "properties/mutants/planner_mutants.h"

namespace tickproof::mutants {

namespace {

using check::Rule;

constexpr std::uint64_t largest_size_judged = 10;

CaughtBy judged(const PipelineConfig& config, const gate::Answer& answer) {
    CaughtBy ids;
    for (const gate::Broken& broken : gate::judge(config, answer, gate::Level::conform)) ids.insert(broken.property);
    return ids;
}

void add_rules(CaughtBy& ids, const check::Report& report) {
    for (const check::RuleText& rule : check::rule_texts()) {
        if (report.count(rule.rule) > 0) ids.emplace(rule.id);
    }
}

CaughtBy judged_plan(const Plan& base, const Plan& plan, Judged how) {
    CaughtBy ids = judged(config_of(base), plan);
    if (how == Judged::at_cap) {
        add_rules(ids, check::check_plan(
                           plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = peak_in_flight(base)}));
    }
    return ids;
}

CaughtBy judged_orders(const Orders& base, const Orders& orders, Judged how) {
    Problem problem = check::problem_of(orders);
    if (how == Judged::at_cap) problem.max_in_flight = peak_in_flight(base);
    CaughtBy ids;
    add_rules(ids, check::check_orders(problem, orders).report);
    if (how == Judged::as_lowering) add_rules(ids, check::check_lowering(base, orders));
    return ids;
}

void add_trial(Row& row, CaughtBy ids) {
    ++row.tried;
    ++row.failing;
    if (!ids.contains(check::text(*row.meant).id)) ++row.missed;
    row.caught_by.merge(ids);
}

std::vector<Row> plan_rows(const std::vector<Plan>& bases) {
    std::vector<Row> rows;
    for (const PlanMutant& mutant : plan_mutants()) {
        Row row{.name = mutant.name, .place = mutant.field, .meant = mutant.meant};
        for (const Plan& base : bases) {
            if (const auto plan = mutant.plant(base)) add_trial(row, judged_plan(base, *plan, mutant.judged));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Row> orders_rows(const std::vector<Plan>& bases) {
    std::vector<Row> rows;
    for (const OrdersMutant& mutant : orders_mutants()) {
        Row row{.name = mutant.name, .place = mutant.field, .meant = mutant.meant};
        for (const Plan& plan : bases) {
            const Orders base = tickproof::orders_of(check::problem_of(plan), plan.events);
            if (const auto orders = mutant.plant(base)) add_trial(row, judged_orders(base, *orders, mutant.judged));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

struct Asked {
    PipelineConfig config;
    PlanResult reference;
};

std::vector<Asked> all_asked() {
    std::vector<Asked> all;
    for (std::uint64_t size = 0; size <= largest_size_judged; ++size) {
        for (const PipelineConfig& config : configs_of_size(size)) all.push_back({config, reference_plan(config)});
    }
    return all;
}

std::vector<Row> planner_rows() {
    const std::vector<Asked> all = all_asked();
    std::vector<Row> rows;
    for (const PlannerMutant& mutant : planner_mutants()) {
        Row row{.name = mutant.name, .place = mutant.place};
        row.equivalent_because = mutant.equivalent_because;
        for (const Asked& asked : all) {
            PlanResult answer = mutant(asked.config);
            const bool is_other = !same_answer(answer, asked.reference);
            CaughtBy ids = judged(asked.config, gate::answer_of(std::move(answer)));
            ++row.tried;
            row.failing += is_other ? 1U : 0U;
            if (is_other && ids.empty()) ++row.missed;
            if (!is_other && !ids.empty()) ++row.false_alarms;
            row.caught_by.merge(ids);
        }
        row.smallest = smallest_failing(mutant);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::string_view> columns() {
    std::vector<std::string_view> ids;
    for (const check::RuleText& rule : check::rule_texts()) ids.push_back(rule.id);
    for (const gate::Property& property : gate::properties()) {
        if (std::ranges::find(ids, property.id) == ids.end()) ids.push_back(property.id);
    }
    ids.insert(ids.end(), {gate::broken::refusal, gate::broken::refusal_message, gate::broken::must_refuse});
    return ids;
}

std::string listed(const CaughtBy& caught_by) {
    std::vector<std::string_view> ids;
    for (const std::string_view id : columns()) {
        if (caught_by.contains(id)) ids.push_back(id);
    }
    return fmt::format("{}", fmt::join(ids, ", "));
}

template <class Fits>
std::vector<std::string_view> names(const KillTable& table, Fits fits) {
    std::vector<std::string_view> found;
    for (const auto* rows : {&table.plans, &table.orders, &table.planners}) {
        for (const Row& row : *rows) {
            if (fits(row)) found.push_back(row.name);
        }
    }
    return found;
}

bool is_alone(const CaughtBy& caught_by, std::string_view id) {
    const std::string_view reference = check::text(Rule::reference).id;
    return caught_by.contains(id) && std::ranges::none_of(caught_by, [&](const std::string& other) {
               return other != id && other != reference && check::rule_named(other);
           });
}

std::string planted_rows(const std::vector<Row>& rows) {
    std::string text = "| mutant | wrong field | meant for | caught by | bases |\n|---|---|---|---|---|\n";
    for (const Row& row : rows) {
        text += fmt::format("| {} | `{}` | {} | {} | {} |\n", row.name, row.place, check::text(*row.meant).id,
                            listed(row.caught_by), row.tried);
    }
    return text;
}

std::string in_words(const PipelineConfig& config) {
    return fmt::format("S={} V={} M={} n_layer={} {}", config.stage_count, config.virtual_stages_per_rank,
                       config.microbatches, config.n_layer, name(config.schedule));
}

std::string planner_text(const std::vector<Row>& rows) {
    std::string text = "| mutant | altered | caught by | fails | smallest |\n|---|---|---|---|---|\n";
    for (const Row& row : rows) {
        if (!row.smallest) continue;
        text += fmt::format("| {} | {} | {} | {} of {} | {} |\n", row.name, row.place, listed(row.caught_by),
                            row.failing, row.tried, in_words(*row.smallest));
    }
    return text;
}

std::string equivalent_text(const std::vector<Row>& rows) {
    std::string text = "| mutant | altered | why nothing changes |\n|---|---|---|\n";
    for (const Row& row : rows) {
        if (row.equivalent_because.empty()) continue;
        text += fmt::format("| {} | {} | {} |\n", row.name, row.place, row.equivalent_because);
    }
    return text;
}

std::string rules_text(const KillTable& table) {
    std::string text = "| rule | mutants caught | alone | for example |\n|---|---|---|---|\n";
    for (const check::RuleText& rule : check::rule_texts()) {
        const auto alone = caught_by_alone(table, rule.rule);
        text += fmt::format("| {} | {} | {} | {} |\n", rule.id, caught_by(table, rule.rule).size(), alone.size(),
                            alone.empty() ? "none" : alone.front());
    }
    return text;
}

}  // namespace

KillTable kill_table() {
    const std::vector<Plan> bases = base_plans();
    return {.plans = plan_rows(bases), .orders = orders_rows(bases), .planners = planner_rows()};
}

std::vector<std::string_view> caught_by_alone(const KillTable& table, Rule rule) {
    return names(table, [id = check::text(rule).id](const Row& row) { return is_alone(row.caught_by, id); });
}

std::vector<std::string_view> caught_by(const KillTable& table, Rule rule) {
    return names(table, [id = check::text(rule).id](const Row& row) { return row.caught_by.contains(id); });
}

std::string in_markdown(const KillTable& table) {
    const auto equivalent = std::ranges::count_if(table.planners, [](const Row& row) { return !row.smallest; });
    const auto planners = static_cast<std::ptrdiff_t>(table.planners.size()) - equivalent;
    return fmt::format(
        R"(# Kill table

Which planted fault is caught by which rule or property. {} faults are planted in plans, {} in orders, {} in a copy of the reference planner; {} more alterations of that copy change nothing and are listed with the reason. A test computes this file and compares; its program `kill_table_test` writes it anew with `TICKPROOF_WRITE_KILL_TABLE=docs/kill-table.md` in its environment.

## Rules

A rule alone: no other rule objects to that mutant on anything that it was tried on. `reference` is not counted among the others, for it wants one certain list of events and so must object to whatever is wrong with a list.

{}
## Faults in plans

Planted in valid plans of gpipe, interleaved_1f1b and optimal wherever there is room for them ("bases"). What a mutant is caught by is the union over its bases; on each of them the rule that is meant to catch it does.

{}
## Faults in orders

{}
## Faults in planners

Each is asked for every configuration with S + V + M up to {}, zeros and broken ones among them, and judged as by `gate --level conform`. "fails" counts the configurations where plan or message differ from the reference planner's; each of them is caught. "smallest" is one with the smallest S + V + M of all.

{}
## Alterations that change nothing

{})",
        table.plans.size(), table.orders.size(), planners, equivalent, rules_text(table), planted_rows(table.plans),
        planted_rows(table.orders), largest_size_judged, planner_text(table.planners), equivalent_text(table.planners));
}

}  // namespace tickproof::mutants

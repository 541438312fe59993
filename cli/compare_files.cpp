#include "cli/compare_files.h"

#include <algorithm>
#include <expected>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/comparison.h"
#include "cli/output.h"
#include "properties/check/check.h"

namespace tickproof::cli {

namespace {

ComparedRow unusable(ComparedRow row, std::string why) {
    row.verdict = Verdict::unusable;
    row.row.outcome = compare::Refused{why};
    row.remark = std::move(why);
    return row;
}

ComparedRow undecided(ComparedRow row, std::string why) {
    row.verdict = Verdict::undecided;
    row.row.outcome = compare::Refused{why};
    row.remark = std::move(why);
    return row;
}

ComparedRow invalid(ComparedRow row, std::string why) {
    row.verdict = Verdict::refuted;
    row.row.outcome = compare::Invalid{why};
    row.remark = std::move(why);
    return row;
}

ComparedRow invalid(ComparedRow row, const check::Report& report) {
    const check::Violation& first = report.violations().front();
    return invalid(std::move(row), fmt::format("{} at {}: {}", check::text(first.rule).id, first.place, first.witness));
}

std::string name_of(const ComparedRow& row) {
    return fmt::format("{}:{}{}{}", shown_name(row.file), row.line, row.id.empty() ? "" : ": ", shortened(row.id));
}

Problem without_cap(Problem problem) {
    problem.max_in_flight.reset();
    return problem;
}

bool is_same(const Problem& a, const Problem& b) {
    return a.ranks == b.ranks && a.chunks == b.chunks && a.microbatches == b.microbatches &&
           a.placement == b.placement && a.backward_form == b.backward_form && a.durations == b.durations &&
           a.hop_latency_ticks == b.hop_latency_ticks && a.max_in_flight == b.max_in_flight;
}

struct Solution {
    Problem problem;
    Schedule schedule;
};
// What is in a document; else the row says why not.
struct Reading {
    ComparedRow row;
    std::optional<Solution> solution{};
};

Reading read_plan(ComparedRow row, Plan plan, json::Place place, const ProblemSettings& settings) {
    if (settings.costs_given) return {unusable(row, placed(row.file, {place, plan_has_ticks}))};
    const Problem problem = settings.applied_to(check::problem_of(plan));
    check::PlanOptions options;
    options.placement = problem.placement;
    const check::Report report = check::check_plan(plan, options);
    if (!report.valid()) return {invalid(std::move(row), report)};
    return {std::move(row), Solution{problem, std::move(plan.events)}};
}

Reading read_timed(ComparedRow row, formats::TimedSchedule timed, json::Place place, const ProblemSettings& settings) {
    if (settings.costs_given) return {unusable(row, placed(row.file, {place, plan_has_ticks}))};
    if (settings.placement) timed.problem.placement = settings.placement->for_ranks(timed.problem.ranks);
    const check::Report report = check::check_schedule(timed.problem, timed.ops);
    if (!report.valid()) return {invalid(std::move(row), report)};
    timed.problem.max_in_flight = settings.max_in_flight;
    return {std::move(row), Solution{std::move(timed.problem), std::move(timed.ops)}};
}

Reading read_orders(ComparedRow row, const Orders& orders, const ProblemSettings& settings) {
    row.id = orders.id;
    row.row.schedule = name_of(row);
    Problem problem = settings.applied_to(check::problem_of(orders));
    check::OrdersVerdict found = check::check_orders(without_cap(problem), orders);
    if (!found.report.valid()) return {invalid(std::move(row), found.report)};
    Schedule schedule = std::get<check::Executed>(*std::move(found.execution)).schedule;
    problem.backward_form = compare::backward_form_of(schedule);
    if (problem.backward_form == BackwardForm::any) {
        return {undecided(std::move(row), "no optimum is known where some backwards are split and some are not")};
    }
    return {std::move(row), Solution{std::move(problem), std::move(schedule)}};
}

Reading read_object(ComparedRow row, InputObject object, const ProblemSettings& settings) {
    if (!object.content) return {unusable(std::move(row), object.content.error())};
    if (auto* const plan = std::get_if<Plan>(&*object.content)) {
        return read_plan(std::move(row), std::move(*plan), object.place, settings);
    }
    if (auto* const timed = std::get_if<formats::TimedSchedule>(&*object.content)) {
        return read_timed(std::move(row), std::move(*timed), object.place, settings);
    }
    return read_orders(std::move(row), std::get<formats::OrdersCase>(*object.content).orders, settings);
}

}  // namespace

FileComparer::FileComparer(ProblemSettings settings, std::optional<MaxGap> max_gap, const RunningLimits& limits)
    : settings_(std::move(settings)), max_gap_(std::move(max_gap)), limits_(limits) {}

ComparedRow FileComparer::compare(const std::string& path, InputObject object) {
    ComparedRow started{.file = path, .line = object.line, .row = {.schedule = {}, .outcome = compare::Refused{}}};
    started.row.schedule = name_of(started);
    auto [row, solution] = read_object(std::move(started), std::move(object), settings_);
    if (!solution) return row;
    row.row.outcome = compare::figures_of(solution->problem, solution->schedule);
    auto optimum = optimum_for(solution->problem, std::move(solution->schedule));
    if (!optimum) {
        const Unsound& why = optimum.error();
        return why.kind == Unsound::Kind::infeasible ? invalid(std::move(row), why.message)
                                                     : undecided(std::move(row), why.message);
    }
    require_no_contradiction(solution->problem, *optimum, row.row);
    row.with = Compared{std::move(solution->problem), *std::move(optimum)};
    judge_gap(row, max_gap_);
    return row;
}

std::expected<compare::Optimum, Unsound> FileComparer::optimum_for(const Problem& problem, Schedule candidate) {
    const auto known =
        std::ranges::find_if(proven_, [&](const Compared& earlier) { return is_same(earlier.problem, problem); });
    if (known != proven_.end()) return known->optimum;
    certify::Options options = limits_.options();
    options.candidates.push_back(std::move(candidate));
    auto optimum = optimum_of(problem, std::move(options));
    if (optimum && optimum->is_proven()) proven_.push_back({problem, *optimum});
    return optimum;
}

}  // namespace tickproof::cli

#include "cli/judge.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/model/orders_of.h"
#include "properties/check/expect.h"
#include "properties/check/lowering.h"
#include "properties/check/statistics.h"
#include "properties/gate/reference_rule.h"

namespace tickproof::cli {

namespace {

Judged unusable(Judged judged, std::string why) {
    judged.verdict = Verdict::unusable;
    judged.summary = std::move(why);
    return judged;
}

std::string counted(std::uint64_t how_many, std::string_view what) {
    return fmt::format("{} {}{}", how_many, what, how_many == 1 ? "" : "s");
}

// A reader who sees only the summary must not be misled: it says what was found if that is bad.
Judged by_its_report(Judged judged, std::string facts) {
    const bool holds = judged.report.valid();
    judged.verdict = holds ? Verdict::valid : Verdict::refuted;
    judged.summary = holds ? std::move(facts) : counted(judged.report.count(), "violation");
    return judged;
}

// Of a schedule in which every op is on its rank: without that there is no sense in peaks.
std::string peaks_of(const Problem& problem, std::span<const TimedOp> ops) {
    constexpr std::size_t most_shown = 16;
    const auto peaks = check::in_flight_peaks(problem, ops, check::FreedAt::weight_gradient);
    if (peaks.size() > most_shown) return fmt::format("peak in-flight {} at most", std::ranges::max(peaks));
    return fmt::format("peak in-flight {}", fmt::join(peaks, " "));
}

std::string facts_of(const Plan& plan) {
    return fmt::format("{}, S={} V={} M={}, {} events, {} ticks, {}", name(plan.schedule), plan.physical_stage_count,
                       plan.virtual_stages_per_rank, plan.microbatches, plan.events.size(), plan.metrics.total_ticks,
                       peaks_of(check::problem_of(plan), plan.events));
}

std::string facts_of(const Problem& problem, const check::OrdersVerdict& found) {
    std::string shape = fmt::format("S={} V={} M={}", problem.ranks, problem.chunks, problem.microbatches);
    const auto* const executed = found.execution ? std::get_if<check::Executed>(&*found.execution) : nullptr;
    if (executed == nullptr) return shape;
    return fmt::format("{}, {} ops, {} ticks, {}", shape, executed->schedule.size(), executed->makespan_ticks,
                       peaks_of(problem, executed->schedule));
}

std::string facts_of(const Problem& problem, const Schedule& ops) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : ops) {
        ticks = std::max(ticks, saturating_add(op.start_tick, problem.duration(op.kind)));
    }
    return fmt::format("S={} V={} M={}, {} ops, {} ticks, {}", problem.ranks, problem.chunks, problem.microbatches,
                       ops.size(), ticks, peaks_of(problem, ops));
}

// Under the models asked for, where a model under which the orders do not run makes them no worse.
void report_models(const Problem& problem, const Orders& orders, const JudgeSettings& settings, Judged& judged) {
    judged.models = check::run_models(problem, orders, settings.models);
    if (!settings.only_report_models) return;
    judged.least_slots = check::least_slots(problem, orders);
    judged.activation_slots = check::activation_slots(orders);
}

// Of a plan or schedule that is valid as it is timed: the order of the ops on each rank.
void judge_models(const Problem& problem, const Schedule& ops, const JudgeSettings& settings, Judged& judged) {
    if (settings.models.empty()) return;
    const Orders orders = orders_of(problem, ops);
    report_models(problem, orders, settings, judged);
    if (!settings.only_report_models) judged.report.append(check::judge_models(orders, judged.models));
}

Judged judge_plan(Judged judged, const Plan& plan, json::Place place, const JudgeSettings& settings) {
    if (settings.problem.costs_given) return unusable(judged, placed(judged.file, {place, plan_has_ticks}));
    check::PlanOptions options{
        .rules = settings.rules, .placement = std::nullopt, .max_in_flight = settings.problem.max_in_flight};
    if (settings.problem.placement) {
        options.placement = settings.problem.placement->for_ranks(plan.physical_stage_count);
    }
    judged.report = check::check_plan(plan, options);
    if (settings.rules == check::Rules::all) gate::check_reference(plan, judged.report);
    if (!judged.report.valid()) return by_its_report(std::move(judged), {});
    Problem problem = check::problem_of(plan);
    if (options.placement) problem.placement = *options.placement;
    judge_models(problem, plan.events, settings, judged);
    return by_its_report(std::move(judged), facts_of(plan));
}

Judged judge_timed(Judged judged, const formats::TimedSchedule& timed, json::Place place,
                   const JudgeSettings& settings) {
    if (settings.problem.costs_given) return unusable(judged, placed(judged.file, {place, plan_has_ticks}));
    Problem problem = timed.problem;
    if (settings.problem.placement) problem.placement = settings.problem.placement->for_ranks(problem.ranks);
    problem.max_in_flight = settings.problem.max_in_flight;
    judged.report = check::check_schedule(problem, timed.ops);
    if (!judged.report.valid()) return by_its_report(std::move(judged), {});
    judge_models(problem, timed.ops, settings, judged);
    return by_its_report(std::move(judged), facts_of(problem, timed.ops));
}

struct JudgeAgreement {
    Judged& judged;
    void operator()(const check::Agrees&) const {
        judged.verdict = Verdict::valid;
        judged.as_expected = true;
        if (!judged.report.valid())
            judged.summary = fmt::format("invalid, {}", counted(judged.report.count(), "violation"));
    }
    void operator()(const check::Disagrees& disagrees) const {
        judged.verdict = Verdict::refuted;
        judged.summary = fmt::format("{} with its expect", counted(disagrees.sentences.size(), "disagreement"));
        judged.remarks = disagrees.sentences;
    }
};

Judged judge_orders(Judged judged, const formats::OrdersCase& read, const JudgeSettings& settings) {
    judged.id = read.orders.id;
    const Problem problem = settings.problem.applied_to(check::problem_of(read.orders));
    const bool claims_decide = read.expect && !settings.implements;
    // What an object expects of itself is judged without the models of the command line.
    const bool models_decide = !claims_decide && !settings.only_report_models;
    check::OrdersVerdict found =
        check::check_orders(problem, read.orders, models_decide ? settings.models : std::vector<Communication>{});
    judged.report = found.report;
    if (settings.implements) judged.report.append(check::check_lowering(*settings.implements, read.orders));
    judged.summary = facts_of(problem, found);
    if (models_decide) {
        judged.models = std::move(found.models);
    } else if (found.execution) {
        report_models(problem, read.orders, settings, judged);
    }
    if (claims_decide) {
        std::visit(JudgeAgreement{judged}, check::compare(problem, read.orders, found, *read.expect));
        return judged;
    }
    std::string facts = judged.summary;
    return by_its_report(std::move(judged), std::move(facts));
}

}  // namespace

Judged judge(const std::string& path, const InputObject& object, const JudgeSettings& settings) {
    Judged judged;
    judged.file = path;
    judged.line = object.line;
    if (!object.content) return unusable(judged, object.content.error());
    if (settings.implements && !std::holds_alternative<formats::OrdersCase>(*object.content)) {
        return unusable(judged, placed(path, {object.place, "with --implements orders are judged, not ticks"}));
    }
    if (const auto* const plan = std::get_if<Plan>(&*object.content)) {
        return judge_plan(std::move(judged), *plan, object.place, settings);
    }
    if (const auto* const timed = std::get_if<formats::TimedSchedule>(&*object.content)) {
        return judge_timed(std::move(judged), *timed, object.place, settings);
    }
    return judge_orders(std::move(judged), std::get<formats::OrdersCase>(*object.content), settings);
}

ExitCode exit_code(Verdict verdict) {
    switch (verdict) {
        case Verdict::valid:
            return ExitCode::holds;
        case Verdict::refuted:
            return ExitCode::refuted;
        case Verdict::undecided:
            return ExitCode::undecided;
        case Verdict::unusable:
            return ExitCode::unusable;
    }
    return ExitCode::own_fault;
}

std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::valid:
            return "valid";
        case Verdict::refuted:
            return "refuted";
        case Verdict::undecided:
            return "undecided";
        case Verdict::unusable:
            return "unusable";
    }
    return "unusable";
}

}  // namespace tickproof::cli

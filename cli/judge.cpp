#include "cli/judge.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/formats/orders_json.h"
#include "planner/formats/plan_json.h"
#include "planner/model/orders_of.h"
#include "properties/check/expect.h"
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

Verdict of(const check::Report& report, bool undecided) {
    if (!report.valid()) return Verdict::refuted;
    return undecided ? Verdict::undecided : Verdict::valid;
}

// What was found, first the worse: a reader who sees only this line must not be misled.
std::string summary_of(const Judged& judged, const std::string& facts) {
    if (judged.verdict == Verdict::refuted) return counted(judged.report.count(), "violation");
    if (judged.verdict == Verdict::undecided) {
        return fmt::format("{}{}this version does not judge {}", facts, facts.empty() ? "" : "; ",
                           fmt::join(judged.not_judged, ", "));
    }
    return facts;
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

ModelOutcome outcome_of(const Communication& model, const check::Execution& execution) {
    using Kind = ModelOutcome::Kind;
    if (const auto* executed = std::get_if<check::Executed>(&execution)) {
        return {name(model), Kind::runs, executed->makespan_ticks, {}};
    }
    if (const auto* deadlock = std::get_if<check::Deadlock>(&execution)) {
        return {name(model), Kind::deadlock, 0, check::in_words(*deadlock)};
    }
    return {name(model), Kind::fault, 0, std::get<check::Report>(execution).violations().front().witness};
}

// Requires orders that are complete. What was found under `dependencies` is a violation already.
void run_models(const Problem& problem, const Orders& orders, const JudgeSettings& settings, Judged& judged) {
    for (const Communication& model : settings.models) {
        check::Execution execution = check::execute(problem, orders, model);
        judged.models.push_back(outcome_of(model, execution));
        const ModelOutcome& outcome = judged.models.back();
        if (settings.only_report_models || model == Communication{} || outcome.kind == ModelOutcome::Kind::runs)
            continue;
        const auto rule = outcome.kind == ModelOutcome::Kind::fault ? check::Rule::payload : check::Rule::deadlock;
        judged.report.add(rule, [&] { return std::pair{outcome.model, outcome.witness}; });
    }
    if (settings.only_report_models) judged.least_slots = check::least_slots(problem, orders);
}

Judged judge_plan(Judged judged, const json::Value& object, const JudgeSettings& settings) {
    const auto plan = formats::read_plan(object);
    if (!plan) return unusable(judged, placed(judged.file, plan.error()));
    if (settings.problem.costs_given) return unusable(judged, placed(judged.file, {object.place(), plan_has_ticks}));
    check::PlanOptions options{
        .rules = settings.rules, .placement = std::nullopt, .max_in_flight = settings.problem.max_in_flight};
    if (settings.problem.placement) {
        options.placement = settings.problem.placement->for_ranks(plan->physical_stage_count);
    }
    judged.report = check::check_plan(*plan, options);
    if (settings.rules == check::Rules::all) gate::check_reference(*plan, judged.report);
    const std::string facts = judged.report.valid() ? facts_of(*plan) : "";
    if (judged.report.valid()) {
        Problem problem = check::problem_of(*plan);
        if (options.placement) problem.placement = *options.placement;
        run_models(problem, orders_of(problem, plan->events), settings, judged);
    }
    judged.verdict = of(judged.report, false);
    judged.summary = summary_of(judged, facts);
    return judged;
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
    void operator()(const check::CannotJudge& cannot) const {
        judged.verdict = Verdict::undecided;
        judged.not_judged = cannot.what;
        judged.summary = fmt::format("{}; all else is as expected", summary_of(judged, {}));
    }
};

Judged judge_orders(Judged judged, const json::Value& object, const JudgeSettings& settings) {
    auto read = formats::read_orders(object);
    if (!read) return unusable(judged, placed(judged.file, read.error()));
    judged.id = read->orders.id;
    const Problem problem = settings.problem.applied_to(check::problem_of(read->orders));
    check::OrdersVerdict found = check::check_orders(problem, read->orders);
    judged.report = found.report;
    judged.summary = facts_of(problem, found);
    if (found.execution) run_models(problem, read->orders, settings, judged);
    if (read->expect) {
        std::visit(JudgeAgreement{judged}, check::compare(problem, read->orders, found, *read->expect));
        return judged;
    }
    judged.not_judged = std::move(found.undecided);
    judged.verdict = of(judged.report, !judged.not_judged.empty());
    judged.summary = summary_of(judged, judged.summary);
    return judged;
}

}  // namespace

Judged judge(const std::string& path, const InputDocument& document, const JudgeSettings& settings) {
    Judged judged;
    judged.file = path;
    judged.line = document.line;
    const auto object = object_in(path, document, settings.format);
    if (!object) return unusable(judged, object.error());
    return object->format == Format::plan ? judge_plan(std::move(judged), object->value, settings)
                                          : judge_orders(std::move(judged), object->value, settings);
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

std::string_view word(ModelOutcome::Kind kind) {
    switch (kind) {
        case ModelOutcome::Kind::runs:
            return "runs";
        case ModelOutcome::Kind::deadlock:
            return "deadlock";
        case ModelOutcome::Kind::fault:
            return "fault";
    }
    return "fault";
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

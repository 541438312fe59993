#include "properties/check/check.h"

#include "properties/check/chains.h"
#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

// The index is the largest thing that the checker holds: it goes before the next rule needs memory of its own.
Report rules_over_index(const Subject& subject) {
    if (runs_in_chains(subject)) return {};
    const OpIndex index(subject.problem, subject.ops);
    Report report = exactly_once(subject, index);
    report.append(dependency(subject, index));
    return report;
}

Report rules_over_ops(const Subject& subject, const StageTable& stages) {
    Report report = rules_over_index(subject);
    report.append(rules_over_ranks(subject));
    report.append(own_rank(subject, stages));
    return report;
}

Report conventions(const Plan& plan, const Figures& figures) {
    Report report = balance(plan);
    report.append(event_order(plan));
    report.append(exact_metrics(plan, figures));
    report.append(progress(plan));
    return report;
}

}  // namespace

Report rules_over_ranks(const Subject& subject) {
    const RankOrder order(subject.ops, subject.problem.ranks);
    Report report = one_op(subject, order);
    report.append(in_flight_cap(subject, order));
    return report;
}

Problem problem_of(const Plan& plan) {
    Problem problem;
    problem.ranks = plan.physical_stage_count;
    problem.chunks = plan.virtual_stages_per_rank;
    problem.microbatches = plan.microbatches;
    problem.placement = Placement::loop(plan.physical_stage_count);
    return problem;
}

Report check_schedule(const Problem& problem, std::span<const TimedOp> ops) {
    return rules_over_ops({problem, ops}, StageTable(problem.placement, problem.stages(), ops.size()));
}

Report check_plan(const Plan& plan, const PlanOptions& options) {
    Problem problem = problem_of(plan);
    if (options.placement) problem.placement = *options.placement;
    problem.max_in_flight = options.max_in_flight;
    const StageTable stages(problem.placement, problem.stages(), plan.events.size());
    const Figures figures = figures_of(plan);

    Report report = rules_over_ops({problem, plan.events}, stages);
    report.append(cover(plan));
    report.append(ids(plan, problem, stages));
    report.append(metrics(plan, figures));
    if (options.rules == Rules::all) report.append(conventions(plan, figures));
    return report;
}

}  // namespace tickproof::check

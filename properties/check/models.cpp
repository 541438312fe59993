#include "properties/check/models.h"

#include <algorithm>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"
#include "properties/check/program.h"
#include "properties/check/run.h"

namespace tickproof::check {

namespace {

ModelOutcome outcome_of(const Communication& model, Execution execution) {
    if (const auto* const executed = std::get_if<Executed>(&execution)) return {model, executed->makespan_ticks};
    if (auto* const deadlock = std::get_if<Deadlock>(&execution)) return {model, std::move(*deadlock)};
    return {model, std::move(std::get<Report>(execution))};
}

void add(Report& report, const Orders& orders, const ModelOutcome& outcome) {
    const auto under = [&outcome](const std::string& words) {
        return fmt::format("under {}: {}", name(outcome.model), words);
    };
    if (const auto* const deadlock = std::get_if<Deadlock>(&outcome.found)) {
        report.add(Rule::deadlock, [&] { return std::pair{place_of(orders, *deadlock), under(in_words(*deadlock))}; });
    }
    if (const auto* const faults = std::get_if<Report>(&outcome.found)) {
        for (const Violation& fault : faults->violations()) {
            report.add(fault.rule, [&] { return std::pair{fault.place, under(fault.witness)}; });
        }
        report.count_more(Rule::payload, faults->count() - faults->violations().size());
    }
}

}  // namespace

std::vector<ModelOutcome> run_models(const Problem& problem, const Orders& orders,
                                     std::span<const Communication> models) {
    std::vector<ModelOutcome> outcomes;
    const auto program = program_of(problem, orders);
    for (const Communication& model : models) {
        outcomes.push_back(outcome_of(model, program ? execute(problem, *program, model) : program.error()));
    }
    return outcomes;
}

Report judge_models(const Orders& orders, std::span<const ModelOutcome> outcomes) {
    Report report;
    for (const ModelOutcome& outcome : outcomes) {
        if (outcome.model != Communication{}) add(report, orders, outcome);
    }
    return report;
}

std::string place_of(const Orders& orders, const Deadlock& deadlock) {
    return place_of(orders, deadlock.cycle.front().rank, deadlock.cycle.front().position);
}

}  // namespace tickproof::check

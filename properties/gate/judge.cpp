#include "properties/gate/judge.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "planner/validate.h"
#include "properties/check/check.h"
#include "properties/check/words.h"
#include "properties/gate/reference_rule.h"

namespace tickproof::gate {

namespace {

Broken breaks(std::string_view property, std::string witness) { return {std::string(property), std::move(witness)}; }

std::vector<Broken> judge_refusal(const std::optional<PlanError>& reference, const Refusal& refusal, Level level) {
    if (!reference) {
        return {breaks(broken::refusal, fmt::format("'{}', where the reference planner has a plan", refusal.message))};
    }
    const bool is_production = reference->kind == PlanError::Kind::invalid_config;
    if (level == Level::valid || !is_production || refusal.message == reference->message) return {};
    return {breaks(broken::refusal_message,
                   fmt::format("'{}', where the reference planner says '{}'", refusal.message, reference->message))};
}

std::vector<Broken> judge_properties(const PipelineConfig& config, const Plan& plan, Level level) {
    const bool conforms = level == Level::conform;
    check::Report report = check::check_plan(
        plan, {.rules = conforms ? check::Rules::all : check::Rules::safety, .placement = {}, .max_in_flight = {}});
    if (conforms) check_reference(plan, report);
    const Case asked{config, plan, report};
    std::vector<Broken> all;
    for (const Property& property : properties()) {
        if (property.level > level) continue;
        std::vector<std::string> witnesses = property.witnesses(asked);
        if (!witnesses.empty()) all.push_back(breaks(property.id, std::move(witnesses.front())));
    }
    return all;
}

std::vector<Broken> judge_plan(const PipelineConfig& config, const std::optional<PlanError>& reference,
                               const Plan& plan, Level level) {
    if (!reference) return judge_properties(config, plan, level);
    std::vector<Broken> all = judge_properties(config, plan, Level::valid);
    if (level == Level::conform && reference->kind == PlanError::Kind::invalid_config) {
        all.insert(all.begin(), breaks(broken::must_refuse, fmt::format("there is a plan, where the reference planner "
                                                                        "says '{}'",
                                                                        reference->message)));
    }
    return all;
}

std::string in_words(const TimedOp& op) { return fmt::format("{} at tick {}", check::op_words(op), op.start_tick); }

std::string first_difference(const std::vector<TimedOp>& first, const std::vector<TimedOp>& second) {
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        if (first[i] == second[i]) continue;
        return fmt::format("event {} was {}, then {}", i, in_words(first[i]), in_words(second[i]));
    }
    return fmt::format("there were {} events, then {}", first.size(), second.size());
}

}  // namespace

std::string_view word(FailureKind kind) {
    constexpr std::array<std::string_view, 8> words{"not-started", "no-room", "crash", "early-end",
                                                    "hang",        "garbage", "flood", "bad-exit"};
    return words.at(static_cast<std::size_t>(kind));
}

std::vector<Broken> judge(const PipelineConfig& config, const Answer& answer, Level level) {
    if (const auto* failure = std::get_if<Failure>(&answer)) {
        return {breaks(fmt::format("planner-{}", word(failure->kind)), failure->what)};
    }
    const std::optional<PlanError> reference = validate(config);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return judge_refusal(reference, *refusal, level);
    return judge_plan(config, reference, std::get<Plan>(answer), level);
}

std::vector<Broken> judge_again(const Answer& first, const Answer& again) {
    if (std::holds_alternative<Failure>(first) || std::holds_alternative<Failure>(again)) return {};
    if (first.index() != again.index()) {
        return {breaks(broken::deterministic, "the same request was planned once and refused once")};
    }
    if (const auto* refusal = std::get_if<Refusal>(&first)) {
        const std::string& message = std::get<Refusal>(again).message;
        if (refusal->message == message) return {};
        return {breaks(broken::deterministic, fmt::format("the same request was refused with '{}', then with '{}'",
                                                          refusal->message, message))};
    }
    const Plan& plan = std::get<Plan>(first);
    const Plan& second = std::get<Plan>(again);
    if (plan == second) return {};
    return {breaks(broken::deterministic, plan.events == second.events
                                              ? "the same request gave the same events, but other assignments, figures "
                                                "or counts"
                                              : first_difference(plan.events, second.events))};
}

std::vector<Broken> judge_other_layers(const Answer& first, const Answer& other_layers) {
    const auto* plan = std::get_if<Plan>(&first);
    const auto* other = std::get_if<Plan>(&other_layers);
    if (plan == nullptr || other == nullptr || plan->events == other->events) return {};
    return {breaks(broken::layer_independent,
                   fmt::format("with another number of layers, {}", first_difference(plan->events, other->events)))};
}

}  // namespace tickproof::gate

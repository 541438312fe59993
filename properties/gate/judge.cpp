#include "properties/gate/judge.h"

#include <string>

#include <fmt/format.h>

#include "planner/formats/json/json.h"
#include "planner/formats/plan_json.h"
#include "planner/reference_planner.h"
#include "properties/check/check.h"
#include "properties/gate/reference_rule.h"
#include "smt/bounds/unit_time.h"

namespace tickproof::gate {

namespace {

class Answers {
public:
    Answers(const PipelineConfig& config, Findings& findings) : config_(config), findings_(findings) {}

    void expect(bool holds, std::string_view property, std::string_view witness) {
        if (!holds) findings_.add({std::string(property), describe(witness), reproduce_command(config_)});
    }

private:
    [[nodiscard]] std::string describe(std::string_view witness) const {
        return fmt::format("{}, S={} V={} M={}, {} layers: {}", name(config_.schedule), config_.stage_count,
                           config_.virtual_stages_per_rank, config_.microbatches, config_.n_layer, witness);
    }

    const PipelineConfig& config_;
    Findings& findings_;
};

void judge_agreement(const PipelineConfig& config, const PlanResult& plan, Answers& answers) {
    if (config.schedule == ScheduleKind::optimal) return;  // the production planner has no such schedule
    const PlanResult reference = reference_plan(config);
    constexpr std::string_view property = "the planner agrees with reference_planner";
    if (reference && plan) {
        answers.expect(*reference == *plan, property, "the plans differ");
    } else if (!reference && !plan) {
        answers.expect(reference.error().message == plan.error().message, property, "the messages differ");
    } else {
        answers.expect(false, property, "one plans and the other refuses");
    }
}

void judge_rules(const Plan& plan, Answers& answers) {
    check::Report report = check::check_plan(plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = {}});
    check_reference(plan, report);
    for (const check::Violation& violation : report.violations()) {
        answers.expect(false, fmt::format("rule {}", check::text(violation.rule).id),
                       fmt::format("{}: {}", violation.place, violation.witness));
    }
}

void judge_length(const PipelineConfig& config, const Plan& plan, Answers& answers) {
    const std::uint64_t ticks = plan.metrics.total_ticks;
    const auto optimum = unit_time_optimum(config.stage_count, config.virtual_stages_per_rank, config.microbatches);
    const std::string witness = fmt::format("{} ticks, where the optimum is {}", ticks, optimum.value_or(0));
    answers.expect(optimum && ticks >= *optimum, "no plan is shorter than the proven optimum", witness);
    if (config.schedule == ScheduleKind::optimal)
        answers.expect(ticks == optimum, "optimal meets the optimum", witness);
    if (config.virtual_stages_per_rank == 1) answers.expect(ticks == optimum, "V = 1 meets the optimum", witness);
}

void judge_json(const Plan& plan, Answers& answers) {
    std::string text;
    formats::write_plan(plan, [&](std::string_view piece) { text += piece; });
    const auto tree = json::parse_all(text);
    const auto read = tree ? formats::read_plan(tree->root()) : std::unexpected(tree.error());
    answers.expect(read && *read == plan, "a plan survives JSON",
                   read ? "another plan is read back" : read.error().message);
}

}  // namespace

Outcome judge(const PipelineConfig& config, const PlannerFunction& planner, Findings& findings) {
    Answers answers(config, findings);
    const PlanResult plan = planner(config);
    judge_agreement(config, plan, answers);
    if (!plan) return Outcome::refused;
    judge_rules(*plan, answers);
    judge_length(config, *plan, answers);
    judge_json(*plan, answers);
    return Outcome::planned;
}

}  // namespace tickproof::gate

#include "properties/gate/examine.h"

#include <algorithm>
#include <iterator>

#include "properties/check/rule.h"
#include "properties/gate/cases.h"

namespace tickproof::gate {

namespace {

std::vector<PipelineConfig> requests_for(const Question& question) {
    if (!question.again) return {question.config};
    return {question.config, question.config, with_other_layers(question.config)};
}

void append(std::vector<Broken> more, std::vector<Broken>& all) {
    for (Broken& broken : more) {
        const bool is_there = std::ranges::find(all, broken.property, &Broken::property) != all.end();
        if (!is_there) all.push_back(std::move(broken));
    }
}

class Judged {
public:
    Judged(Level level, const Question& question, std::span<const Answer> answers)
        : level_(level), answers_(answers), requests_(requests_for(question)) {
        outcome_.complete = answers.size() == requests_.size();
        for (const Answer& answer : answers) take(answer);
        if (!answers.empty()) judge_first();
        if (answers.size() > 1) judge_second();
        if (answers.size() > 2) judge_third();
        leave_out_what_only_follows();
    }
    [[nodiscard]] Outcome outcome() && { return std::move(outcome_); }

private:
    void take(const Answer& answer) {
        const auto* failure = std::get_if<Failure>(&answer);
        outcome_.failures.push_back(failure != nullptr);
        if (failure == nullptr) return;
        if (outcome_.stderr_tail.empty()) outcome_.stderr_tail = failure->stderr_tail;
        if (is_no_start(failure->kind)) outcome_.not_started = *failure;
    }
    void judge_first() {
        const Answer& answer = answers_.front();
        append(judge(requests_.front(), answer, level_), outcome_.broken);
        outcome_.planned = std::holds_alternative<Plan>(answer);
        outcome_.refused = std::holds_alternative<Refusal>(answer) && outcome_.broken.empty();
    }
    void judge_second() {
        append(failure_of(1), outcome_.broken);
        append(judge_again(answers_[0], answers_[1]), outcome_.broken);
    }
    void judge_third() {
        append(failure_of(2), outcome_.broken);
        if (level_ == Level::conform) append(judge_other_layers(answers_[0], answers_[2]), outcome_.broken);
    }
    [[nodiscard]] std::vector<Broken> failure_of(std::size_t index) const {
        if (!outcome_.failures[index]) return {};
        return judge(requests_[index], answers_[index], level_);
    }

    // A plan that breaks a rule may take fewer ticks than any that keeps it.
    void leave_out_what_only_follows() {
        const bool is_unsafe = std::ranges::any_of(outcome_.broken, [](const Broken& broken) {
            const auto rule = check::rule_named(broken.property);
            return rule && check::text(*rule).rule_class == check::RuleClass::safety;
        });
        if (is_unsafe) std::erase_if(outcome_.broken, [](const Broken& broken) { return broken.property == "bound"; });
    }

    Level level_;
    std::span<const Answer> answers_;
    std::vector<PipelineConfig> requests_;
    Outcome outcome_;
};

}  // namespace

std::vector<Outcome> examine(Planner& planner, Level level, std::span<const Question> questions) {
    std::vector<PipelineConfig> requests;
    for (const Question& question : questions) std::ranges::copy(requests_for(question), std::back_inserter(requests));
    const std::vector<Answer> answers = planner.ask(requests);
    std::span<const Answer> rest = answers;
    std::vector<Outcome> outcomes;
    for (const Question& question : questions) {
        const std::size_t its = std::min(requests_for(question).size(), rest.size());
        outcomes.push_back(Judged(level, question, rest.first(its)).outcome());
        rest = rest.subspan(its);
    }
    return outcomes;
}

}  // namespace tickproof::gate

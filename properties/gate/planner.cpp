#include "properties/gate/planner.h"

namespace tickproof::gate {

Answer answer_of(PlanResult result) {
    if (!result) return Refusal{std::move(result.error().message)};
    return std::move(*result);
}

std::vector<Answer> FunctionPlanner::ask(std::span<const PipelineConfig> requests) {
    std::vector<Answer> answers;
    answers.reserve(requests.size());
    for (const PipelineConfig& request : requests) answers.push_back(answer_of(function_(request)));
    return answers;
}

}  // namespace tickproof::gate

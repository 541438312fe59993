#include "properties/gate/planner.h"

namespace tickproof::gate {

std::vector<Answer> FunctionPlanner::ask(std::span<const PipelineConfig> requests) {
    std::vector<Answer> answers;
    answers.reserve(requests.size());
    for (const PipelineConfig& request : requests) {
        PlanResult result = function_(request);
        if (result) {
            answers.emplace_back(std::move(*result));
        } else {
            answers.emplace_back(Refusal{std::move(result.error().message)});
        }
    }
    return answers;
}

}  // namespace tickproof::gate

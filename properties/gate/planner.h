// Whatever can be put before the gate: a function of ours, a mutant of one, or a process in any language.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "planner/model/config.h"
#include "planner/plan_result.h"
#include "properties/gate/answer.h"

namespace tickproof::gate {

class Planner {
public:
    virtual ~Planner() = default;

    // One answer a request, in the order of the requests. Fewer when it was interrupted, or when it is no use to go on
    // asking: the last answer says that the planner was not started, or the last `most_failures_in_a_row` ones are all
    // failures.
    [[nodiscard]] virtual std::vector<Answer> ask(std::span<const PipelineConfig> requests) = 0;

    // What shows only when no request follows any more, such as an exit code. Call once, at the end.
    [[nodiscard]] virtual std::vector<Failure> finish() { return {}; }
};

// More than one shape alone can cause: it is asked for under two schedules, and one of them three times.
inline constexpr std::size_t most_failures_in_a_row = 8;

// What a planner function says, as an answer.
[[nodiscard]] Answer answer_of(PlanResult result);

using PlannerFunction = std::function<PlanResult(const PipelineConfig&)>;

class FunctionPlanner final : public Planner {
public:
    explicit FunctionPlanner(PlannerFunction function) : function_(std::move(function)) {}
    [[nodiscard]] std::vector<Answer> ask(std::span<const PipelineConfig> requests) override;

private:
    PlannerFunction function_;
};

}  // namespace tickproof::gate

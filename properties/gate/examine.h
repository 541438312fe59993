// Puts questions to a planner and judges what comes back.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/gate/judge.h"
#include "properties/gate/planner.h"

namespace tickproof::gate {

struct Question {
    PipelineConfig config;
    bool again = false;  // ask the same once more, and with other layers: the answers must agree
};

struct Outcome {
    std::vector<Broken> broken;
    std::string stderr_tail;  // of a planner that failed
    std::optional<Failure> not_started;
    bool planned = false;
    bool refused = false;
    std::vector<bool> failures;  // one an answer: whether the planner failed instead of answering
    bool complete = false;       // everything was answered
};

// One outcome a question; plans are dropped once judged.
[[nodiscard]] std::vector<Outcome> examine(Planner& planner, Level level, std::span<const Question> questions);

}  // namespace tickproof::gate

// A planner before the gate: what is wrong with its answer to one configuration, property by property.
//
// Whether a configuration has to be refused is asked of `validate`, which holds the production planner's own checks and
// costs nothing; the reference's events are asked for only where a property compares them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "properties/gate/answer.h"
#include "properties/gate/property.h"

namespace tickproof::gate {

struct Broken {
    std::string property;  // the id of a property of the table, or one of the names below
    std::string witness;   // one sentence
    friend bool operator==(const Broken&, const Broken&) = default;
};

namespace broken {
// A refusal of what the reference plans. The planner may have reasons of its own, so this is listed, not a failure.
inline constexpr std::string_view refusal = "refusal";
// conform alone: it refuses what the reference refuses, in other words.
inline constexpr std::string_view refusal_message = "refusal-message";
// conform alone: it plans what the reference refuses.
inline constexpr std::string_view must_refuse = "must-refuse";
// Two answers to the same request differ. Each rank plans for itself, so such a planner hangs or trains wrongly.
inline constexpr std::string_view deterministic = "deterministic";
// conform alone: more layers on the same shape change the events.
inline constexpr std::string_view layer_independent = "layer-independent";
// A failure is "planner-" and its word below.
}  // namespace broken

// "crash", "early-end", "bad-exit", ...
[[nodiscard]] std::string_view word(FailureKind kind);

// Empty: nothing is wrong. One entry a property, in the table's order. Of a plan that the reference refuses only the
// properties of level `valid` are judged: there is nothing to conform to.
[[nodiscard]] std::vector<Broken> judge(const PipelineConfig& config, const Answer& answer, Level level);

// A planner that answered `first` is asked the same again. What a single answer shows is judge's matter.
[[nodiscard]] std::vector<Broken> judge_again(const Answer& first, const Answer& again);

// A planner that answered `first` is asked for the same shape with another number of layers; to be called at level
// conform. Says nothing unless both are plans.
[[nodiscard]] std::vector<Broken> judge_other_layers(const Answer& first, const Answer& other_layers);

}  // namespace tickproof::gate

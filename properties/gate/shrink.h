// From a configuration that breaks a property to the smallest that can be found to break the same one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "properties/gate/judge.h"
#include "properties/gate/planner.h"

namespace tickproof::gate {

struct ShrinkLimits {
    std::uint64_t questions = 2000;
    std::chrono::milliseconds time{30'000};  // a planner that hangs takes its whole timeout for every question
    std::function<bool()> interrupted = [] { return false; };
};

struct Shrunk {
    PipelineConfig config;
    Broken broken;
    std::string stderr_tail;
};

// Asks for smaller ones, smallest first, and starts again from the first that breaks the property too. `found` is what
// it returns when none does.
[[nodiscard]] Shrunk shrink(Shrunk found, Planner& planner, Level level, const ShrinkLimits& limits);

}  // namespace tickproof::gate

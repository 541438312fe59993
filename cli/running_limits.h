// The limits of a command that asks for many optima: the time of all of them together is running.
#pragma once

#include <chrono>

#include "smt/certify/certify.h"

namespace tickproof::cli {

class RunningLimits {
public:
    explicit RunningLimits(certify::Options options);

    // For one optimum more, within what is left of the time; a moment where nothing is.
    [[nodiscard]] certify::Options options() const;
    // Whether the time is over, or somebody interrupted.
    [[nodiscard]] bool is_over() const;

private:
    using Clock = std::chrono::steady_clock;

    certify::Options options_;
    Clock::time_point started_ = Clock::now();
};

}  // namespace tickproof::cli

#include "cli/running_limits.h"

#include <algorithm>
#include <utility>

namespace tickproof::cli {

using std::chrono::milliseconds;

RunningLimits::RunningLimits(certify::Options options) : options_(std::move(options)) {}

certify::Options RunningLimits::options() const {
    certify::Options options = options_;
    if (options.limits.time) {
        const auto spent = std::chrono::duration_cast<milliseconds>(Clock::now() - started_);
        options.limits.time = std::max(milliseconds(1), *options.limits.time - spent);
    }
    return options;
}

bool RunningLimits::is_over() const {
    const solver::Limits& limits = options_.limits;
    if (limits.interrupted && limits.interrupted()) return true;
    return limits.time && Clock::now() - started_ >= *limits.time;
}

}  // namespace tickproof::cli

// From which tick to which an op can start if all is to end by a horizon: docs/theory.md, "Windows".
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "planner/model/problem.h"
#include "smt/recheck/classes.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

struct Window {
    std::int64_t earliest = 0;
    std::int64_t latest = 0;  // may be before the earliest, and before tick 0
};

class Windows {
public:
    [[nodiscard]] std::int64_t earliest(std::size_t of_class, std::size_t microbatch) const {
        return windows_[of_class * microbatches_ + microbatch].earliest;
    }
    [[nodiscard]] std::int64_t latest(std::size_t of_class, std::size_t microbatch) const {
        return windows_[of_class * microbatches_ + microbatch].latest;
    }
    [[nodiscard]] bool some_is_empty() const;

private:
    friend class WindowsOf;
    std::size_t microbatches_ = 0;
    std::vector<Window> windows_;  // by class, then microbatch
};

// A problem and a horizon small enough to be looked at op by op.
struct Timeline {
    std::int64_t horizon = 0;
    std::size_t microbatches = 0;
    std::vector<ClassOfOps> classes;
    Windows windows;
};

// The problem is sound.
[[nodiscard]] std::expected<Timeline, Undecided> timeline_of(const Problem& problem, std::uint64_t horizon_ticks);

}  // namespace tickproof::recheck

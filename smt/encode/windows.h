// When each op may start at the earliest and at the latest, for a horizon: docs/theory.md "Windows" without a table.
//
// A longest path to op (c, m) follows the classes from the first to c and steps m times to the next microbatch; it
// takes all m steps at the slowest class on its way, whichever order it goes in. So the earliest start is
//   head(c) + m * (the longest duration of c and of what comes before it).
// Backwards in time there is more than one way only where the backward is split; each of them passes the same kinds of
// op, so that likewise the latest start is
//   T - duration(c) - tail(c) - (M - 1 - m) * (the longest duration of c and of what comes after it).
#pragma once

#include <cstdint>
#include <vector>

#include "smt/bounds/op_class.h"

namespace tickproof::encode {

// In ticks; the latest start is negative where the horizon is far too short.
struct Window {
    std::int64_t earliest = 0;
    std::int64_t latest = 0;
    [[nodiscard]] std::int64_t slack() const { return latest - earliest; }
};

class Windows {
public:
    // Classes of a sound problem, in docs/theory.md's order; a horizon below 2^62.
    Windows(std::vector<OpClass> classes, std::uint64_t microbatches, std::uint64_t horizon_ticks);

    [[nodiscard]] Window of(std::size_t c, std::int64_t m) const;
    [[nodiscard]] bool some_is_empty() const;

    [[nodiscard]] const std::vector<OpClass>& classes() const { return classes_; }
    [[nodiscard]] std::int64_t microbatches() const { return microbatches_; }
    [[nodiscard]] std::int64_t horizon() const { return horizon_; }
    [[nodiscard]] std::int64_t duration(std::size_t c) const { return static_cast<std::int64_t>(classes_[c].duration); }
    [[nodiscard]] std::int64_t lag(std::size_t c) const { return static_cast<std::int64_t>(classes_[c].lag); }

private:
    std::vector<OpClass> classes_;
    std::vector<std::int64_t> step_before_;  // by class: the longest duration of it and of what comes before it
    std::vector<std::int64_t> step_after_;
    std::int64_t microbatches_;
    std::int64_t horizon_;
};

}  // namespace tickproof::encode

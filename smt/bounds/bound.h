// Lower bounds on the makespan, in closed form, each with what a reader needs to check it (docs/theory.md, "Lower
// bounds"). They hold for every schedule; only in unit time without a cap is one of them known to be reached always.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "planner/model/problem.h"
#include "smt/bounds/op_class.h"

namespace tickproof {

// On `rank`, the ops of classes with at least this head and this tail take `load` ticks together.
struct LoadBound {
    std::uint64_t rank = 0;
    std::uint64_t chunks = 0;  // of the rank that have such an op
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint64_t load = 0;
    [[nodiscard]] std::uint64_t ticks() const { return head + load + tail; }
    friend bool operator==(const LoadBound&, const LoadBound&) = default;
};

// The activations of the rank's stages from `stage` on are held for `held` ticks together, `cap` at a time.
struct InFlightBound {
    std::uint64_t rank = 0;
    std::uint64_t stage = 0;
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint64_t held = 0;
    std::uint64_t cap = 1;
    [[nodiscard]] std::uint64_t ticks() const { return head + (held + cap - 1) / cap + tail; }
    friend bool operator==(const InFlightBound&, const InFlightBound&) = default;
};

using Bound = std::variant<LoadBound, InFlightBound>;
[[nodiscard]] std::uint64_t ticks(const Bound& bound);

// Whether unit_time_optimum() is the answer: unit time, loop placement, full backward, no latency, no cap that could
// matter.
[[nodiscard]] bool has_closed_form(const Problem& problem);

// The instance of the load bound that equals unit_time_optimum(). Requires has_closed_form() and that it is below 2^62.
[[nodiscard]] LoadBound unit_time_bound(const Problem& problem);

// The largest of the bounds; of a rank with thousands of stages not every one is tried. Requires a sound problem and
// its classes.
[[nodiscard]] Bound best_bound(const Problem& problem, std::span<const OpClass> classes);

}  // namespace tickproof

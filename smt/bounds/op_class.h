// The ops of a problem, with those that differ in the microbatch alone taken together: what bounds, search and formula
// are made of. docs/theory.md has the definitions; the order of the classes is the one given there.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "planner/model/problem.h"

namespace tickproof {

struct OpClass {
    OpKind kind = OpKind::forward;
    std::uint32_t stage = 0;
    std::uint32_t rank = 0;
    std::uint64_t duration = 1;           // in ticks
    std::optional<std::uint32_t> before;  // the class whose result it needs
    std::uint64_t lag = 0;                // ticks from the start of `before` to the earliest start
    std::uint64_t head = 0;               // ticks before it: the earliest start of all
    std::uint64_t tail = 0;               // ticks that must follow the end of one of its ops
};

// Requires a sound problem. Memory in proportion to the stages, whatever the microbatches.
[[nodiscard]] std::vector<OpClass> op_classes(const Problem& problem);

// Why no optimum can be looked for. infeasible: there is no schedule at all.
struct Unsound {
    enum class Kind : std::uint8_t { malformed, infeasible, too_large };
    Kind kind = Kind::malformed;
    std::string message;
};
inline constexpr std::uint64_t max_stages_of_problem = std::uint64_t{1} << 24;

// A problem with full or split backward, a stage at least, a placement on its ranks, durations and latency within
// planner/model/limits.h, times below 2^62, and a cap that one microbatch alone does not break.
[[nodiscard]] std::expected<void, Unsound> sound(const Problem& problem);

}  // namespace tickproof

// The sizes beyond which tickproof refuses instead of trying, and arithmetic that cannot wrap.
//
// With durations and latency up to 2^34 and at most 2^26 ops, every time that an execution can reach is below 2^62: a
// longest path has at most 2^26 ops, each with one duration and two latencies at the most (checked below). Orders from
// a file may be longer; their times are added with saturation.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace tickproof {

[[nodiscard]] constexpr std::optional<std::uint64_t> checked_mul(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

[[nodiscard]] constexpr std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) {
    return checked_mul(a, b).value_or(std::numeric_limits<std::uint64_t>::max());
}

[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

namespace limits {

// A plan holds 32 bytes an event: 2 GiB at the limit, some 8 GiB as JSON.
inline constexpr std::uint64_t max_plan_events = std::uint64_t{1} << 26;

// In nanoseconds, 17 seconds for one op.
inline constexpr std::uint64_t max_duration_ticks = std::uint64_t{1} << 34;

static_assert(max_plan_events * 3 * max_duration_ticks < std::uint64_t{1} << 62);

}  // namespace limits

}  // namespace tickproof

// The numbers of the formula's variables: docs/theory.md "The formula", variables 1 and 2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smt/encode/windows.h"

namespace tickproof::encode {

// A variable, or its negative for its negation, or one of the two constants, which negate each other likewise.
using Literal = std::int32_t;
inline constexpr Literal always = INT32_MAX;
inline constexpr Literal never = -always;

class Variables {
public:
    // No variables.
    Variables() : windows_({}, 0, 0) {}
    // Requires windows of which none is empty, and fewer than 2^30 variables.
    explicit Variables(Windows windows);

    // s(c,m,t): op m of class c starts at tick t or later.
    [[nodiscard]] Literal starts_from(std::size_t c, std::int64_t m, std::int64_t t) const;
    // b(c,t): a rank is busy with class c at tick t.
    [[nodiscard]] Literal busy(std::size_t c, std::int64_t t) const;
    [[nodiscard]] std::int32_t count() const { return count_; }
    [[nodiscard]] const Windows& windows() const { return windows_; }

    // F0_1_ge_5 (stage 0, microbatch 1, tick 5), F0_busy_5, and count_17 for one that only counts.
    [[nodiscard]] std::string name(std::int32_t variable) const;

private:
    [[nodiscard]] std::size_t op(std::size_t c, std::int64_t m) const {
        return c * static_cast<std::size_t>(windows_.microbatches()) + static_cast<std::size_t>(m);
    }

    Windows windows_;
    std::vector<std::int32_t> first_start_;  // by op: its first variable; those of the next op follow
    std::vector<std::int32_t> first_busy_;   // by class
    std::int32_t count_ = 0;
};

}  // namespace tickproof::encode

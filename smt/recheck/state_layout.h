// A state as a row of words. Each class has one for how many of its ops have started, and after it as many as there can
// be starts that still matter: their ages, the latest start first, then no_start. What matters: docs/theory.md,
// "Search".
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <span>
#include <vector>

#include "smt/recheck/verdict.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

using State = std::span<const std::uint32_t>;

inline constexpr std::uint32_t no_start = std::numeric_limits<std::uint32_t>::max();

struct ClassLayout {
    std::size_t begin = 0;    // its first word
    std::size_t ages = 0;     // words behind that
    std::int64_t matter = 0;  // ages below this do
};

struct StateLayout {
    std::size_t words = 0;
    std::vector<ClassLayout> classes;

    [[nodiscard]] std::uint32_t started(State state, std::size_t of_class) const {
        return state[classes[of_class].begin];
    }
    [[nodiscard]] State ages(State state, std::size_t of_class) const {
        return state.subspan(classes[of_class].begin + 1, classes[of_class].ages);
    }
    // Before anything has started.
    [[nodiscard]] std::vector<std::uint32_t> initial() const;
    // The state after one more tick in which nothing starts.
    void let_tick_pass(std::span<std::uint32_t> state) const;
    // Has an op of the class start in the tick that passed last.
    void start(std::span<std::uint32_t> state, std::size_t of_class) const;
};

[[nodiscard]] std::expected<StateLayout, Undecided> state_layout_of(const Timeline& timeline);

}  // namespace tickproof::recheck

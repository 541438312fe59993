// Tables of mutants are written in groups, each an array, and read as one.
#pragma once

#include <algorithm>
#include <array>

namespace tickproof::mutants {

template <class Mutant, std::size_t... sizes>
[[nodiscard]] constexpr auto joined(const std::array<Mutant, sizes>&... groups) {
    std::array<Mutant, (sizes + ...)> all{};
    auto* end = all.data();
    ((end = std::ranges::copy(groups, end).out), ...);
    return all;
}

}  // namespace tickproof::mutants

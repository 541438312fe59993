// How much memory a table may take beside the ops that it serves. A header may declare two billion microbatches over an
// empty list, so what is declared is looked up in a table only where what is there vouches for it.
#pragma once

#include <cstdint>

namespace tickproof::check {

// 8 bytes an op, which is what an index of unsplit backwards that may be split takes, and 16 KiB for small shapes.
template <class Entry>
[[nodiscard]] constexpr bool in_proportion(std::uint64_t entries, std::size_t ops) {
    return entries <= (8 * std::uint64_t{ops} + 16384) / sizeof(Entry);
}

}  // namespace tickproof::check

// A smallest cycle in who waits for whom.
#pragma once

#include <cstdint>
#include <vector>

namespace tickproof::check {

// One that without any of its members is none: no member waits for another but the next. `waits_for[r]` lists whom r
// waits for; requires that each of them waits for somebody too, and that somebody waits. Linear in the lists.
[[nodiscard]] std::vector<std::uint32_t> wait_cycle(const std::vector<std::vector<std::uint32_t>>& waits_for);

}  // namespace tickproof::check

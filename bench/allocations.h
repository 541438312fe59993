// Counts what this program has allocated, so that memory is measured and not worked out; a test of memory links it too.
#pragma once

#include <cstddef>

namespace tickproof::bench {

[[nodiscard]] std::size_t live_bytes();
[[nodiscard]] std::size_t peak_bytes();  // the most at a time since the last reset
void reset_peak();

}  // namespace tickproof::bench

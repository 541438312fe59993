// The most memory that a piece of work holds at a time, to hold readers to memory in proportion to their input.
//
// The sanitizers tell of every allocation, so nothing has to be replaced and what they find stays found. Without them,
// in a replay, nothing is measured.
#pragma once

#include <cstddef>

namespace tickproof::fuzz {

class HeapWatch {
public:
    HeapWatch();
    // Beyond what was held when the watch began; 0 where nothing is measured. One watch at a time.
    [[nodiscard]] std::size_t peak_bytes() const;
};

}  // namespace tickproof::fuzz

// libFuzzer's hook for the readers of JSON: every other change is one of a whole value.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "fuzz/mutate/json_values.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    tickproof::fuzz::Random random(seed);
    if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::string changed = tickproof::fuzz::with_a_value_changed(text, random);
    // A longer one cut off would be broken at its end.
    if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}

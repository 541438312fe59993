#include "fuzz/decode/bytes.h"

namespace tickproof::fuzz {

std::uint8_t Bytes::byte() {
    if (left_.empty()) return 0;
    const std::uint8_t first = left_.front();
    left_ = left_.subspan(1);
    return first;
}

std::uint64_t Bytes::word() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += 8) result |= std::uint64_t{byte()} << shift;
    return result;
}

std::uint64_t Bytes::between(std::uint64_t low, std::uint64_t high) {
    const std::uint64_t last = high - low;
    std::uint64_t drawn = 0;
    for (std::uint64_t covered = 0; covered < last; covered = covered << 8 | 0xFF) {
        drawn = drawn << 8 | byte();
        if (covered >> 56 != 0) break;
    }
    return low + drawn % (last + 1);
}

std::uint64_t Bytes::any() {
    const std::uint64_t offset = between(0, 4);
    switch (between(0, 4)) {
        case 0:
            return byte();
        case 1:
            return (std::uint64_t{1} << between(0, 63)) + offset - 2;
        case 2:
            return ~offset;
        case 3:
            return ~std::uint64_t{0} / (offset + 2);
        default:
            return word();
    }
}

}  // namespace tickproof::fuzz

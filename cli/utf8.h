// The characters of a text of which nobody promises that it is UTF-8.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace tickproof::cli {

struct Character {
    std::uint32_t code = 0xFFFD;  // also what stands for a byte that is not UTF-8
    std::size_t bytes = 1;
    // The replacement character itself has three bytes.
    [[nodiscard]] bool is_broken() const { return code == 0xFFFD && bytes == 1; }
};

// The character at the front of a text that is not empty.
[[nodiscard]] inline Character front_character(std::string_view text) {
    constexpr std::uint32_t least[]{0, 0, 0x80, 0x800, 0x10000};  // by length: a smaller code is written too long
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return {first, 1};
    const auto length = static_cast<std::size_t>(std::countl_one(first));
    if (length < 2 || length > 4 || text.size() < length) return {};
    std::uint32_t code = first & (0x7FU >> length);
    for (const char next : text.substr(1, length - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if (byte >> 6U != 2) return {};
        code = code << 6U | (byte & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[length] || surrogate || code > 0x10FFFF ? Character{} : Character{code, length};
}

}  // namespace tickproof::cli

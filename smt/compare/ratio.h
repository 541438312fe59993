// Shares of a whole, exactly: whether a gap is too large must not depend on how a decimal fraction is rounded.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace tickproof::compare {

// Ticks times ranks may need more than 64 bits.
__extension__ using Wide = unsigned __int128;

struct Ratio {
    Wide part = 0;   // below 2^112, so that a hundredth of a percent of it can be counted
    Wide whole = 1;  // not zero, and as small
    friend bool operator==(const Ratio&, const Ratio&) = default;
};

// "47.67": rounded to the nearest hundredth of a percent, a half upwards.
[[nodiscard]] std::string in_percent(const Ratio& ratio);

// A decimal number as it was typed.
struct Percent {
    std::uint64_t digits = 0;  // 125 of 12.5
    std::uint64_t scale = 1;   // 10 of 12.5
    friend bool operator==(const Percent&, const Percent&) = default;
};

// Up to nine digits before the point and nine behind it; no sign, no exponent. The error is a sentence.
[[nodiscard]] std::expected<Percent, std::string> parse_percent(std::string_view text);

// Requires a part and a whole of at most 64 bits.
[[nodiscard]] bool exceeds(const Ratio& ratio, const Percent& limit);

}  // namespace tickproof::compare

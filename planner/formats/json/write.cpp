#include "planner/formats/json/write.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace tickproof::json {

namespace {

// The bytes of the character that begins at `at`; 0 if they are not UTF-8. The second byte's range rules out
// overlong forms, surrogates and what is beyond U+10FFFF.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto continues = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xBF; };
    const unsigned first = byte(at);
    const unsigned second = byte(at + 1);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continues(at + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned lowest = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned highest = first == 0xED ? 0x9F : 0xBF;
        return second >= lowest && second <= highest && continues(at + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned lowest = first == 0xF0 ? 0x90 : 0x80;
        const unsigned highest = first == 0xF4 ? 0x8F : 0xBF;
        return second >= lowest && second <= highest && continues(at + 2) && continues(at + 3) ? 4 : 0;
    }
    return 0;
}

[[nodiscard]] std::string escaped(char c) {
    switch (c) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\b':
            return "\\b";
        case '\f':
            return "\\f";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            break;
    }
    if (static_cast<unsigned char>(c) >= 0x20) return std::string(1, c);
    return fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        if (length == 0) result += "\xEF\xBF\xBD";
        if (length == 1) result += escaped(text[at]);
        if (length > 1) result += text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    return result + '"';
}

// The thresholds between plain and scientific notation are those of the `ryu` crate for f32.
std::string real(float value) {
    if (!std::isfinite(value)) return "null";
    std::array<char, 32> buffer{};
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::scientific);
    const std::string_view scientific(buffer.data(), written.ptr);
    const std::size_t e = scientific.find('e');
    std::string digits(scientific.substr(0, e));
    if (digits.size() > 1) digits.erase(1, 1);
    int exponent = 0;
    std::from_chars(scientific.data() + e + (scientific[e + 1] == '+' ? 2 : 1), written.ptr, exponent);

    const std::string_view sign = std::signbit(value) ? "-" : "";
    const int before_point = exponent + 1;  // digits before the decimal point; the first digit is not 0
    const auto length = static_cast<int>(digits.size());
    if (value == 0.0F) return fmt::format("{}0.0", sign);
    if (length <= before_point && before_point <= 13) return fmt::format("{}{:0<{}}.0", sign, digits, before_point);
    if (0 < before_point && before_point <= 13) {
        return fmt::format("{}{}.{}", sign, digits.substr(0, static_cast<std::size_t>(before_point)),
                           digits.substr(static_cast<std::size_t>(before_point)));
    }
    if (-6 < before_point && before_point <= 0) return fmt::format("{}0.{:0>{}}", sign, digits, length - before_point);
    return fmt::format("{}{}{}{}e{}", sign, digits[0], length == 1 ? "" : ".", digits.substr(1), exponent);
}

}  // namespace tickproof::json

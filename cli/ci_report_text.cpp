#include "cli/ci_report_text.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace tickproof::cli {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Character {
    std::uint32_t code = 0xFFFD;  // also what stands for a byte that is not UTF-8
    std::size_t bytes = 1;
};

// The character at the front of a text that is not empty.
Character front(std::string_view text) {
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

// The production Char of XML 1.0.
bool xml_has(std::uint32_t code) {
    if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
    return code != 0xFFFE && code != 0xFFFF;
}

std::string xml_escaped_character(std::uint32_t code, std::string_view bytes) {
    switch (code) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\t':
        case '\n':
        case '\r':
            return fmt::format("&#{};", code);
        default:
            return std::string(xml_has(code) && code != 0xFFFD ? bytes : replacement);
    }
}

// Every byte of which `is_reserved` holds as %XX.
template <class IsReserved>
std::string percent_encoded(std::string_view text, IsReserved is_reserved) {
    std::string result;
    for (const char c : text) {
        result += is_reserved(c) ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    return result;
}

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

}  // namespace

std::string xml_escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto [code, bytes] = front(text);
        result += xml_escaped_character(code, text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return result;
}

std::string uri_of(std::string_view path) {
    const std::string encoded = percent_encoded(path, [](char c) {
        const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return !letter_or_digit && !is_one_of(c, "/-._~");
    });
    return (path.starts_with('/') ? "file://" : "") + encoded;
}

std::string github_message(std::string_view text) {
    return percent_encoded(text, [](char c) { return is_one_of(c, "%\r\n"); });
}

std::string github_property(std::string_view text) {
    return percent_encoded(text, [](char c) { return is_one_of(c, "%\r\n:,"); });
}

}  // namespace tickproof::cli

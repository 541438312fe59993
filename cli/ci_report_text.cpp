#include "cli/ci_report_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "cli/utf8.h"

namespace tickproof::cli {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

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
        const auto [code, bytes] = front_character(text);
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

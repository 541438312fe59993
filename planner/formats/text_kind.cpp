#include "planner/formats/text_kind.h"

#include <algorithm>
#include <string>

namespace tickproof::formats {

namespace {

[[nodiscard]] bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }

// The first character that is none of these, or 0.
[[nodiscard]] char first_besides(std::string_view text, std::string_view skipped) {
    const std::size_t at = text.find_first_not_of(skipped);
    return at == std::string_view::npos ? '\0' : text[at];
}

// Signed numbers alone, and a backward among them, so that "[1, 2]" stays broken JSON.
[[nodiscard]] bool is_order_list(std::string_view line) {
    return line.find_first_not_of("0123456789+-, \t\r[]") == std::string_view::npos && line.contains('-') &&
           std::ranges::any_of(line, is_digit);
}

// "f0", "SF12": one or two letters, and digits up to a blank.
[[nodiscard]] bool is_zero_bubble_token(std::string_view word) {
    const auto* const digits = std::ranges::find_if(word, is_digit);
    const std::string_view name(word.begin(), digits);
    constexpr std::string_view names = " f b w F B W sf rf sb rb SF RF SB RB ";
    const bool known = !name.empty() && name.size() <= 2 && names.contains(" " + std::string(name) + " ");
    return known && digits != word.end() && std::all_of(digits, word.end(), is_digit);
}

// "rank 0:", or a name with its arguments inside lists, which may be empty at first.
[[nodiscard]] bool is_deepspeed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("[], \t\r\n"), text.size()));
    const auto* const end = std::ranges::find_if_not(text, is_letter);
    const std::string_view word(text.begin(), end);
    if (word == "rank" || word == "stage") return true;
    return !word.empty() && end != text.end() && *end == '(';
}

[[nodiscard]] bool is_table(std::string_view line) {
    if (line.contains('|') && line.contains("_id")) return true;
    const std::string_view inside = line.substr(std::min(line.find_first_not_of("[ \t"), line.size()));
    return inside.starts_with('(') &&
           inside.substr(0, inside.find(')')).find_first_not_of("(0123456789, \t") == std::string_view::npos;
}

// The name of an action follows its stage at once.
[[nodiscard]] bool is_csv(std::string_view line) {
    const std::size_t stage = line.find_first_not_of(" \t,\"(");
    if (stage == std::string_view::npos || !is_digit(line[stage])) return false;
    return is_capital(first_besides(line.substr(stage), "0123456789"));
}

}  // namespace

TextKind kind_of_text(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n,"), text.size()));
    const std::string_view line = text.substr(0, text.find('\n'));
    if (is_csv(line)) return TextKind::pytorch_csv;
    if (is_order_list(line)) return TextKind::megatron_order;
    if (is_table(line)) return TextKind::megatron_table;
    if (is_zero_bubble_token(line.substr(0, line.find_first_of(" \t\r")))) return TextKind::zero_bubble;
    if (is_deepspeed(text)) return TextKind::deepspeed;
    return TextKind::json;
}

}  // namespace tickproof::formats

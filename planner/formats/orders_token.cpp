#include "planner/formats/orders_token.h"

#include <fmt/format.h>

#include "planner/formats/action_text.h"

namespace tickproof::formats {

namespace {

[[nodiscard]] std::expected<Token, std::string> read_pair(std::string_view inside,
                                                          std::optional<std::uint32_t> own_stage) {
    const std::size_t middle = inside.find(';');
    if (middle == std::string_view::npos) return std::unexpected("an overlapped pair is written (0F7;7B3)");
    const auto first = action_from(inside.substr(0, middle), own_stage);
    if (!first) return std::unexpected(first.error());
    const auto second = action_from(inside.substr(middle + 1), own_stage);
    if (!second) return std::unexpected(second.error());
    const auto pair = paired(*first, *second);
    if (!pair) return std::unexpected(pair.error());
    return Token{*pair, *second};
}

[[nodiscard]] std::expected<Token, std::string> read(std::string_view text, std::optional<std::uint32_t> own_stage) {
    if (text.size() >= 2 && text.starts_with('(') && text.ends_with(')')) {
        return read_pair(text.substr(1, text.size() - 2), own_stage);
    }
    const auto action = action_from(text, own_stage);
    if (!action) return std::unexpected(action.error());
    return Token{*action, std::nullopt};
}

}  // namespace

std::expected<Token, std::string> read_token(std::string_view text, std::optional<std::uint32_t> own_stage) {
    std::expected<Token, std::string> token = read(text, own_stage);
    if (token) return token;
    return std::unexpected(fmt::format("{}: {}", quotation(text), token.error()));
}

std::string write_token(const Token& token, std::optional<std::uint32_t> own_stage) {
    if (!token.second) return write_action(token.first, own_stage);
    return fmt::format("({};{})", write_action(token.first, own_stage), write_action(*token.second, own_stage));
}

}  // namespace tickproof::formats

#include "planner/formats/orders_token.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "planner/formats/json/write.h"

namespace tickproof::formats {

namespace {

// In the order of ActionKind.
constexpr std::array<std::string_view, 11> kind_names{"F",      "B",      "I",       "W",       "SEND_F",     "RECV_F",
                                                      "SEND_B", "RECV_B", "UNSHARD", "RESHARD", "REDUCE_GRAD"};

constexpr std::string_view digits = "0123456789";

// The names are followed by a digit at once, so none hides another.
[[nodiscard]] std::optional<ActionKind> kind_named(std::string_view name) {
    for (std::size_t i = 0; i < kind_names.size(); ++i) {
        if (name == kind_names[i]) return static_cast<ActionKind>(i);
    }
    return std::nullopt;
}

[[nodiscard]] std::expected<std::uint32_t, std::string> read_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '0') return std::unexpected("one of its numbers begins with a zero");
    std::uint32_t number = 0;
    const auto [stopped, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status == std::errc()) return number;
    return std::unexpected(
        fmt::format("one of its numbers is larger than {}", std::numeric_limits<std::uint32_t>::max()));
}

// Of a stage's weights there is but one, for all microbatches.
[[nodiscard]] bool is_microbatch_text(ActionKind kind, std::string_view text) {
    if (is_sharding(kind)) return text.empty();
    return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

[[nodiscard]] std::expected<Action, std::string> read_action(std::string_view text,
                                                             std::optional<std::uint32_t> own_stage) {
    const std::size_t name_begin = std::min(text.find_first_not_of(digits), text.size());
    const std::size_t name_end = std::min(text.find_first_of(digits, name_begin), text.size());
    const std::string_view stage_text = text.substr(0, name_begin);
    const std::string_view microbatch_text = text.substr(name_end);
    const std::optional<ActionKind> kind = kind_named(text.substr(name_begin, name_end - name_begin));
    if (!kind || !is_microbatch_text(*kind, microbatch_text)) {
        return std::unexpected(
            fmt::format("an action is a virtual stage, one of {}, and a microbatch, as in 0F3 (the last "
                        "three have none)",
                        fmt::join(kind_names, " ")));
    }
    const auto microbatch = is_sharding(*kind) ? 0 : read_number(microbatch_text);
    if (!microbatch) return std::unexpected(microbatch.error());
    if (!stage_text.empty()) {
        const auto stage = read_number(stage_text);
        if (!stage) return std::unexpected(stage.error());
        return Action{*kind, false, *stage, *microbatch};
    }
    if (own_stage) return Action{*kind, false, *own_stage, *microbatch};
    return std::unexpected("the virtual stage may be left out only when V = 1 and the placement gives this rank one");
}

[[nodiscard]] std::expected<Token, std::string> read_pair(std::string_view inside,
                                                          std::optional<std::uint32_t> own_stage) {
    const std::size_t middle = inside.find(';');
    if (middle == std::string_view::npos) return std::unexpected("an overlapped pair is written (0F7;7B3)");
    auto first = read_action(inside.substr(0, middle), own_stage);
    if (!first) return std::unexpected(first.error());
    const auto second = read_action(inside.substr(middle + 1), own_stage);
    if (!second) return std::unexpected(second.error());
    const bool backward = second->kind == ActionKind::backward || second->kind == ActionKind::backward_input;
    if (first->kind != ActionKind::forward || !backward) {
        return std::unexpected("an overlapped pair is a forward and then a backward (B or I)");
    }
    first->overlaps_next = true;
    return Token{*first, *second};
}

[[nodiscard]] std::string write_action(const Action& action, std::optional<std::uint32_t> own_stage) {
    const std::string_view kind = kind_names[static_cast<std::size_t>(action.kind)];
    const std::string stage = action.stage == own_stage ? "" : fmt::to_string(action.stage);
    const std::string microbatch = is_sharding(action.kind) ? "" : fmt::to_string(action.microbatch);
    return fmt::format("{}{}{}", stage, kind, microbatch);
}

[[nodiscard]] std::expected<Token, std::string> read(std::string_view text, std::optional<std::uint32_t> own_stage) {
    if (text.size() >= 2 && text.starts_with('(') && text.ends_with(')')) {
        return read_pair(text.substr(1, text.size() - 2), own_stage);
    }
    const auto action = read_action(text, own_stage);
    if (!action) return std::unexpected(action.error());
    return Token{*action, std::nullopt};
}

}  // namespace

std::expected<Token, std::string> read_token(std::string_view text, std::optional<std::uint32_t> own_stage) {
    constexpr std::size_t longest_quotation = 40;
    std::expected<Token, std::string> token = read(text, own_stage);
    if (token) return token;
    const std::string_view more = text.size() > longest_quotation ? "..." : "";
    return std::unexpected(
        fmt::format("{}{}: {}", json::quoted(text.substr(0, longest_quotation)), more, token.error()));
}

std::string write_token(const Token& token, std::optional<std::uint32_t> own_stage) {
    if (!token.second) return write_action(token.first, own_stage);
    return fmt::format("({};{})", write_action(token.first, own_stage), write_action(*token.second, own_stage));
}

}  // namespace tickproof::formats

#include "planner/formats/action_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/formats/json/write.h"

namespace tickproof::formats {

namespace {

// In the order of ActionKind.
constexpr std::array<std::string_view, 11> kind_names{"F",      "B",      "I",       "W",       "SEND_F",     "RECV_F",
                                                      "SEND_B", "RECV_B", "UNSHARD", "RESHARD", "REDUCE_GRAD"};

constexpr std::string_view digits = "0123456789";

[[nodiscard]] std::expected<std::uint32_t, std::string> read_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '0') return std::unexpected("one of its numbers begins with a zero");
    std::uint32_t number = 0;
    const auto [stopped, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status == std::errc()) return number;
    return std::unexpected(
        fmt::format("one of its numbers is larger than {}", std::numeric_limits<std::uint32_t>::max()));
}

[[nodiscard]] std::string what_an_action_is() {
    return fmt::format(
        "an action is a virtual stage, one of {}, and a microbatch, as in 0F3 (the last three have none)",
        fmt::join(kind_names, " "));
}

}  // namespace

// The names are followed by a digit at once or end the text, so none hides another.
std::optional<ActionKind> kind_named(std::string_view name) {
    for (std::size_t i = 0; i < kind_names.size(); ++i) {
        if (name == kind_names[i]) return static_cast<ActionKind>(i);
    }
    return std::nullopt;
}

ActionText split_action(std::string_view text) {
    const std::size_t name_begin = std::min(text.find_first_not_of(digits), text.size());
    const std::size_t name_end = std::min(text.find_first_of(digits, name_begin), text.size());
    return {text.substr(0, name_begin), text.substr(name_begin, name_end - name_begin), text.substr(name_end)};
}

std::expected<Action, std::string> action_of(ActionKind kind, const ActionText& text,
                                             std::optional<std::uint32_t> own_stage) {
    const bool has_microbatch = !text.microbatch.empty();
    if (has_microbatch == is_sharding(kind) || text.microbatch.find_first_not_of(digits) != std::string_view::npos) {
        return std::unexpected(what_an_action_is());
    }
    Action action{kind, false, 0, 0};
    if (has_microbatch) {
        const auto microbatch = read_number(text.microbatch);
        if (!microbatch) return std::unexpected(microbatch.error());
        action.microbatch = *microbatch;
    }
    if (text.stage.empty()) {
        if (!own_stage) {
            return std::unexpected(
                "the virtual stage may be left out only when V = 1 and the placement gives this rank one");
        }
        action.stage = *own_stage;
        return action;
    }
    const auto stage = read_number(text.stage);
    if (!stage) return std::unexpected(stage.error());
    action.stage = *stage;
    return action;
}

std::expected<Action, std::string> action_from(std::string_view text, std::optional<std::uint32_t> own_stage) {
    const ActionText parts = split_action(text);
    const std::optional<ActionKind> kind = kind_named(parts.name);
    if (!kind) return std::unexpected(what_an_action_is());
    return action_of(*kind, parts, own_stage);
}

std::string write_action(const Action& action, std::optional<std::uint32_t> own_stage) {
    std::string text = action.stage == own_stage ? "" : fmt::to_string(action.stage);
    text += kind_names.at(static_cast<std::size_t>(action.kind));
    if (!is_sharding(action.kind)) text += fmt::to_string(action.microbatch);
    return text;
}

std::expected<Action, std::string> paired(Action first, const Action& second) {
    const bool backward = second.kind == ActionKind::backward || second.kind == ActionKind::backward_input;
    if (first.kind != ActionKind::forward || !backward) {
        return std::unexpected("an overlapped pair is a forward and then a backward (B or I)");
    }
    first.overlaps_next = true;
    return first;
}

std::string quotation(std::string_view text) {
    constexpr std::size_t longest_quotation = 40;
    return json::quoted(text.substr(0, longest_quotation)) + (text.size() > longest_quotation ? "..." : "");
}

}  // namespace tickproof::formats

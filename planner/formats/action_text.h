// One action as text, "0F3" or "1UNSHARD": the words that all formats with PyTorch's names for actions share.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "planner/model/schedule.h"

namespace tickproof::formats {

// "12SEND_F3" in its parts; each may be empty.
struct ActionText {
    std::string_view stage;
    std::string_view name;
    std::string_view microbatch;
};
[[nodiscard]] ActionText split_action(std::string_view text);

[[nodiscard]] std::optional<ActionKind> kind_named(std::string_view name);

// The error is a sentence. `own_stage` stands in where the text names no stage; nullopt: it must name one.
[[nodiscard]] std::expected<Action, std::string> action_of(ActionKind kind, const ActionText& text,
                                                           std::optional<std::uint32_t> own_stage);
// split_action, kind_named and action_of in one.
[[nodiscard]] std::expected<Action, std::string> action_from(std::string_view text,
                                                             std::optional<std::uint32_t> own_stage);

// The stage is left out where it is `own_stage`.
[[nodiscard]] std::string write_action(const Action& action, std::optional<std::uint32_t> own_stage);

// Marks `first` as one with `second`; the error is a sentence, for anything but a forward and then a B or an I.
[[nodiscard]] std::expected<Action, std::string> paired(Action first, const Action& second);

// A text in quotes, cut if it is long, for messages.
[[nodiscard]] std::string quotation(std::string_view text);

}  // namespace tickproof::formats

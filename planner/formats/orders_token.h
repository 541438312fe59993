// The tokens of orders: "0F3" is the forward of microbatch 3 on virtual stage 0, "(0F7;7B3)" an overlapped pair.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "planner/model/schedule.h"

namespace tickproof::formats {

struct Token {
    Action first;
    std::optional<Action> second;  // the backward of an overlapped pair; then `first` is the forward and overlaps_next
    friend bool operator==(const Token&, const Token&) = default;
};

// `own_stage` stands in where an action names no stage; nullopt: every action must name one. The error is a sentence.
[[nodiscard]] std::expected<Token, std::string> read_token(std::string_view text,
                                                           std::optional<std::uint32_t> own_stage);

// The stage is left out where it is `own_stage`.
[[nodiscard]] std::string write_token(const Token& token, std::optional<std::uint32_t> own_stage);

}  // namespace tickproof::formats

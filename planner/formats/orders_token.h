// The tokens of orders: "0F3" is the forward of microbatch 3 on virtual stage 0, "(0F7;7B3)" an overlapped pair.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "planner/model/schedule.h"

namespace tickproof::formats {

// One action, or the two of an overlapped pair.
class TokenActions {
public:
    TokenActions(Action only) : actions_{only, {}}, size_(1) {}
    TokenActions(Action first, Action second) : actions_{first, second}, size_(2) {}
    operator std::span<const Action>() const { return {actions_, size_}; }

private:
    Action actions_[2];
    std::size_t size_;
};

// `own_stage` stands in where a token names no stage; nullopt: a token must name one. The error is a sentence.
[[nodiscard]] std::expected<TokenActions, std::string> read_token(std::string_view token,
                                                                  std::optional<std::uint32_t> own_stage);

// The stage is left out where it is `own_stage`.
[[nodiscard]] std::string write_token(std::span<const Action> actions, std::optional<std::uint32_t> own_stage);

}  // namespace tickproof::formats

// What to tell a person about the gate's own findings. Those named after a rule of the checker have its words
// (properties/check/rule.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace tickproof::gate {

struct Explanation {
    std::string_view id;  // a property of the gate that is no rule
    std::string_view meaning;
    std::string_view example;  // a witness
    std::string_view advice;
};

[[nodiscard]] std::span<const Explanation> explanations();
[[nodiscard]] std::optional<Explanation> explanation_named(std::string_view id);

}  // namespace tickproof::gate

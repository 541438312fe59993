// "4" or "1..6" as a value of an option.
#pragma once

#include <expected>
#include <string>

#include "properties/gate/gate.h"

namespace tickproof::cli {

// From 1 on. The error is a sentence without the option's name.
[[nodiscard]] std::expected<gate::Range, std::string> parse_range(const std::string& text);

}  // namespace tickproof::cli

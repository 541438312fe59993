// Schedules as zero-bubble pipelines print them: a line a rank, a token an action, f0 b0 w0 sf0 rf0 sb0 rb0.
//
// Lower case is chunk 0, upper case chunk 1, and then stages lie in a V. A file with upper case alone has one chunk. b
// is the input half: a file that has lost its w is refuted, not read as one with full backwards, unless that is asked
// for.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "planner/formats/json/json.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

enum class ZeroBubbleBackward : std::uint8_t { input_half, full };

// The error begins with "row 3, column 6: ", where columns are tokens.
[[nodiscard]] std::expected<Orders, json::Error> read_zero_bubble(
    std::string_view text, ZeroBubbleBackward backward = ZeroBubbleBackward::input_half);

}  // namespace tickproof::formats

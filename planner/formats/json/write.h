// How texts and numbers are written in JSON, for everything here that writes any.
#pragma once

#include <string>
#include <string_view>

namespace tickproof::json {

// In quotes and escaped. Bytes that are not UTF-8 (a file name may hold some) become U+FFFD, so that the result is
// JSON whatever the text is.
[[nodiscard]] std::string quoted(std::string_view text);

// The shortest decimal that reads back as the same f32, in the form of Rust's serde_json: 0.0, 0.2, 1e-7; null for what
// JSON cannot hold.
[[nodiscard]] std::string real(float value);

}  // namespace tickproof::json

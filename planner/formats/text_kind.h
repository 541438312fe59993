// Which format a file is in, by how its text begins: enough to choose the reader that names what is wrong with it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tickproof::formats {

// json: whatever is none of the others.
enum class TextKind : std::uint8_t { json, pytorch_csv, deepspeed, zero_bubble, megatron_order, megatron_table };
[[nodiscard]] TextKind kind_of_text(std::string_view text);

}  // namespace tickproof::formats

// Lines of comma-separated values, quoted as RFC 4180 says; a field never holds a line end.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::cli {

// With its newline. Line ends and other control characters come out as printable() has them.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

// Of a line without its newline; nothing where the quotes are not as csv_line writes them.
[[nodiscard]] std::optional<std::vector<std::string>> csv_fields(std::string_view line);

}  // namespace tickproof::cli

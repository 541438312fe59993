// Whole files as text. `-` is standard input.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace tickproof::cli {

// The error is one line that names the file.
[[nodiscard]] std::expected<std::string, std::string> read_file(const std::string& path);

// How errors and results name an input.
[[nodiscard]] std::string shown_name(const std::string& path);

}  // namespace tickproof::cli

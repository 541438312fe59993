// Everything that leaves the process: standard output, one-line errors, and files that appear whole or not at all.
#pragma once

#include <cstdio>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

namespace tickproof::cli {

// Throws OutputLost when standard output takes no more, so that a full disk never looks like success.
struct OutputLost {
    int error_number;
};
void print(std::string_view text);
void flush_output();

// One line on stderr, as printable() has it. If stderr takes nothing there is nobody left to tell.
void print_error(std::string_view line);

// Untrusted text for a terminal: control characters, those that turn the direction of text, and bytes that are not
// UTF-8, as \xNN.
[[nodiscard]] std::string printable(std::string_view text);
// The same, cut to about so many bytes where it is longer, between two characters.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t bytes = 200);

// Calls `write` with a sink and puts what it writes under `path` only once all of it is on disk. The error says why
// not.
using Sink = std::function<void(std::string_view)>;
[[nodiscard]] std::expected<void, std::string> write_file(const std::string& path,
                                                          const std::function<void(const Sink&)>& write);

}  // namespace tickproof::cli

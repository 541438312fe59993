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

// One line on stderr; control characters of untrusted text are shown, not sent to the terminal.
void print_error(std::string_view line);

[[nodiscard]] std::string printable(std::string_view text);

// Calls `write` with a sink and puts what it writes under `path` only once all of it is on disk. The error says why
// not.
using Sink = std::function<void(std::string_view)>;
[[nodiscard]] std::expected<void, std::string> write_file(const std::string& path,
                                                          const std::function<void(const Sink&)>& write);

}  // namespace tickproof::cli

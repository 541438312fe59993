// A command as a person types it, as the words that a shell would make of it, without starting a shell.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::gate {

// Blanks separate words. '…' is literal; "…" too, but that \ before " \ $ and ` gives these; elsewhere \ makes the next
// character literal. Nothing is expanded: no variables, no globs, no ~. The error is a sentence.
[[nodiscard]] std::expected<std::vector<std::string>, std::string> shell_words(std::string_view command);

// The text as one word of a shell, as short as that can be. What has control characters, which would not survive being
// printed, is written $'…': bash, zsh, ksh and POSIX of 2024 know that.
[[nodiscard]] std::string shell_quoted(std::string_view text);

}  // namespace tickproof::gate

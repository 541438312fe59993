// Which file a command's first word is, and whether the kernel runs it by itself.
//
// execvp gives a file that the kernel does not know to /bin/sh, which would run a planner's source line by line as
// shell commands; a planner is started without a shell.
#pragma once

#include <expected>
#include <string>

namespace tickproof::gate {

// A name without a slash is looked for in the folders of PATH. The error says why there is nothing to run.
[[nodiscard]] std::expected<std::string, std::string> program_file(const std::string& name);

}  // namespace tickproof::gate

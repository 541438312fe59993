// The commands by name. Each lives in a file of its own and is a function from arguments to an exit code.
#pragma once

#include <string_view>

#include "cli/exit_code.h"
#include "cli/options.h"

namespace tickproof::cli {

struct Command {
    std::string_view name;
    std::string_view summary;
    ExitCode (*run)(Arguments);
};

[[nodiscard]] ExitCode run_plan(Arguments arguments);
[[nodiscard]] ExitCode run_show(Arguments arguments);
[[nodiscard]] ExitCode run_check(Arguments arguments);
[[nodiscard]] ExitCode run_diff(Arguments arguments);
[[nodiscard]] ExitCode run_convert(Arguments arguments);
[[nodiscard]] ExitCode run_gate(Arguments arguments);
[[nodiscard]] ExitCode run_compare(Arguments arguments);
[[nodiscard]] ExitCode run_frontier(Arguments arguments);
[[nodiscard]] ExitCode run_atlas(Arguments arguments);
[[nodiscard]] ExitCode run_optimum(Arguments arguments);
[[nodiscard]] ExitCode run_recheck(Arguments arguments);
[[nodiscard]] ExitCode run_theorems(Arguments arguments);
[[nodiscard]] ExitCode run_explain(Arguments arguments);

}  // namespace tickproof::cli

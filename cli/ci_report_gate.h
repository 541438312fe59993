// What `gate` found, as cases of a report: each finding, and each property of which there is none.
#pragma once

#include <string>
#include <vector>

#include "cli/ci_report.h"
#include "properties/gate/gate.h"

namespace tickproof::cli {

// `file` is where the findings are shown, empty if nowhere. What the baseline accepts is left out.
[[nodiscard]] std::vector<ReportedCase> reported(const gate::GateResult& result, const std::string& file);

// The first word of a planner's command that names a file by a relative path: the script of `/usr/bin/python3
// planner.py`, which the project's own is, and not the interpreter. Empty if none does.
[[nodiscard]] std::string file_of_planner(const std::string& command);

}  // namespace tickproof::cli

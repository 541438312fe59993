// What `check` found, as cases of a report: one an object.
#pragma once

#include "cli/ci_report.h"
#include "cli/judge.h"

namespace tickproof::cli {

[[nodiscard]] ReportedCase reported(const Judged& judged);

}  // namespace tickproof::cli

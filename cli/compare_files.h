// Plans and orders in files beside the optimum of the problem that each of them solves.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/compare_report.h"
#include "cli/documents.h"
#include "cli/problem_options.h"
#include "cli/running_limits.h"

namespace tickproof::cli {

class FileComparer {
public:
    FileComparer(ProblemSettings settings, std::optional<MaxGap> max_gap, const RunningLimits& limits);

    // Judged by properties/check first: only what is valid is compared. The cap is not part of that.
    [[nodiscard]] ComparedRow compare(const std::string& path, InputObject object);

private:
    [[nodiscard]] std::expected<compare::Optimum, Unsound> optimum_for(const Problem& problem, Schedule candidate);

    ProblemSettings settings_;
    std::optional<MaxGap> max_gap_;
    const RunningLimits& limits_;
    std::vector<Compared> proven_;  // a file may ask the same question many times
};

}  // namespace tickproof::cli

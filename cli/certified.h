// The optimum of a problem as a command may show it: what makes certificates is not believed, its certificate is
// rechecked before anybody hears of it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/problem_options.h"
#include "cli/shape.h"
#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/certificate/certificate.h"
#include "smt/certify/certify.h"
#include "smt/solver/in_child.h"

namespace tickproof::cli {

// Loop placement unless another was chosen; the backward is split if the cost of a half was given, else full.
[[nodiscard]] Problem problem_of(const PipelineConfig& config, const ProblemSettings& settings);

// The problem that a command line describes. The error is one line.
[[nodiscard]] std::expected<Problem, std::string> asked_problem(const ShapeOptions& shape,
                                                                const ProblemOptions& options);

// The known schedules as schedules of the problem. Those that are too long to write down, or that break a cap, are for
// certify to pass over. None where the closed form answers.
[[nodiscard]] std::vector<Schedule> candidate_schedules(const Problem& problem);

// Bounds that recheck does not establish in the time that is left give way to weaker ones, and `undecided` says so. The
// options' time is that of all of it. Throws certify::Contradiction, also where recheck finds something wrong. Fit for
// several threads at a time.
[[nodiscard]] std::expected<certify::Certified, Unsound> certified(const Problem& problem,
                                                                   const certify::Options& options);

// Has the certificate rechecked in a child process. Nothing if it is established, else the limit that kept it from
// being decided. Throws certify::Contradiction where it is wrong.
[[nodiscard]] std::optional<std::string> why_not_established(const certificate::Certificate& certificate,
                                                             const solver::ChildLimits& limits);

// What the lower bound rests on: "bound", "search", "refutation".
[[nodiscard]] std::string_view word(const certificate::LowerEvidence& evidence);

}  // namespace tickproof::cli

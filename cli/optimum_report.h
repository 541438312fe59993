// What `tickproof optimum` prints: for people, and as JSON (docs/schemas/optimum-1.json).
#pragma once

#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "smt/certify/certify.h"

namespace tickproof::cli {

// `remarks` are lines about files that were written.
[[nodiscard]] std::string optimum_as_text(const certify::Certified& certified, const std::vector<std::string>& remarks);
// "42", or "40..44".
[[nodiscard]] std::string optimum_in_brief(const certify::Certified& certified);
[[nodiscard]] std::string optimum_as_json(const certify::Certified& certified);

// Where nothing is known: there is no schedule at all, or even the bounds are beyond a limit. Requires a problem that
// is not malformed.
[[nodiscard]] std::string no_optimum_as_text(const Unsound& why);
[[nodiscard]] std::string no_optimum_as_json(const Problem& problem, const Unsound& why);

// "S=4 V=2 M=6, loop placement, full backward, F=1 B=1, latency 0, cap 4"
[[nodiscard]] std::string in_words(const Problem& problem);

}  // namespace tickproof::cli

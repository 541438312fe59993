// Problems with everything that a Problem can ask for: placements, split backwards, durations, latency, caps. Each has
// a solution; a cap is never below what one microbatch needs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "planner/model/problem.h"
#include "properties/generators/draw.h"

namespace tickproof::generators {

[[nodiscard]] Problem draw_problem(Draw& draw);

inline constexpr std::array<std::string_view, 14> problem_classes{"M < S",
                                                                  "M % S != 0",
                                                                  "V = S",
                                                                  "S = 1",
                                                                  "M = 1",
                                                                  "loop placement",
                                                                  "V-shaped placement",
                                                                  "listed placement",
                                                                  "split backward",
                                                                  "any backward",
                                                                  "unit time",
                                                                  "largest duration",
                                                                  "latency",
                                                                  "cap"};

[[nodiscard]] std::vector<std::string_view> classes_of(const Problem& problem);

// Candidates for the same failure: smaller shapes first, then plainer costs, no cap, loop placement, full backward.
[[nodiscard]] std::vector<Problem> smaller(const Problem& problem);

// One line.
[[nodiscard]] std::string in_words(const Problem& problem);

// How many stages the fullest rank holds: the least cap under which the problem has a solution.
[[nodiscard]] std::uint64_t least_cap(const Problem& problem);

// What schedules and orders are made from: equal ones give equal schedules, and smaller problems smaller schedules.
struct SeededProblem {
    Problem problem;
    std::uint64_t seed = 0;
};
[[nodiscard]] SeededProblem draw_seeded_problem(Draw& draw);
[[nodiscard]] std::vector<SeededProblem> smaller(const SeededProblem& seeded);

}  // namespace tickproof::generators

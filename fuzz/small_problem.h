// Bytes to problems small enough that their optimum is found while a fuzzer waits.
#pragma once

#include "fuzz/decode/problem.h"

namespace tickproof::fuzz {

inline constexpr ProblemRange small_range{.most_ranks = 3,
                                          .most_chunks = 2,
                                          .most_microbatches = 4,
                                          .most_duration = 3,
                                          .any_form = false,
                                          .extreme_times = false};

// With a cap as often as not, which may be too small for any schedule.
[[nodiscard]] inline Problem decode_small_problem(Bytes& bytes) {
    Problem problem = decode_problem(bytes, small_range);
    if (bytes.one_in(2)) problem.max_in_flight = bytes.between(1, 6);
    return problem;
}

}  // namespace tickproof::fuzz

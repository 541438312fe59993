// Bytes to a problem.
#pragma once

#include "fuzz/decode/bytes.h"
#include "planner/model/problem.h"

namespace tickproof::fuzz {

struct ProblemRange {
    std::uint64_t most_ranks = 4;
    std::uint64_t most_chunks = 3;
    std::uint64_t most_microbatches = 5;
    std::uint64_t most_duration = 4;
    bool any_form = true;       // a backward form of `any` too
    bool extreme_times = true;  // durations and latency up to their limits too
};

// Sizes within the range, any placement on the ranks, no cap.
[[nodiscard]] Problem decode_problem(Bytes& bytes, const ProblemRange& range = {});

}  // namespace tickproof::fuzz

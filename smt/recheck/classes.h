// The ops of a problem that differ in the microbatch alone, as docs/theory.md numbers them ("The question").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/model/problem.h"

namespace tickproof::recheck {

struct ClassOfOps {
    OpKind kind = OpKind::forward;
    std::uint32_t stage = 0;
    std::uint32_t rank = 0;
    std::int64_t duration = 0;
    std::optional<std::uint32_t> before;  // the class whose op m comes before op m of this one
    std::int64_t lag = 0;                 // from the start of that op to the start of this one; 0 without one
};

// The problem is sound and has at most 2^24 stages.
[[nodiscard]] std::vector<ClassOfOps> classes_of(const Problem& problem);

// The classes in an order in which each comes after the one before it.
[[nodiscard]] std::vector<std::uint32_t> along_the_chain(const std::vector<ClassOfOps>& classes);

}  // namespace tickproof::recheck

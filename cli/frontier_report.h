// What `tickproof frontier` finds, and how it is printed: for people, and as JSON (docs/schemas/frontier-1.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "smt/bounds/op_class.h"

namespace tickproof::cli {

struct FrontierPoint {
    std::optional<std::uint64_t> cap;  // none: without one
    std::uint64_t lower_ticks = 0;
    std::uint64_t upper_ticks = 0;
    std::string evidence;
    std::string undecided;  // empty: proven
};

struct Frontier {
    Problem problem{};  // without a cap
    FrontierPoint uncapped;
    std::vector<FrontierPoint> points;     // by cap, from the smallest feasible one on
    bool is_complete = false;              // the last one is as good as no cap, or as its bound
    [[nodiscard]] bool is_proven() const;  // and complete
};

[[nodiscard]] std::string frontier_as_text(const Frontier& frontier, bool with_heading);
[[nodiscard]] std::string frontier_as_json(const Frontier& frontier);
// Where even the bounds are beyond a limit.
[[nodiscard]] std::string no_frontier_as_json(const Problem& problem, const Unsound& why);

}  // namespace tickproof::cli

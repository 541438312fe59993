// Runs orders under the `dependencies` model: every rank does its ops in its order, each as soon as its inputs are
// there; buffers are unlimited and tagged. The times found are the least that the orders allow (a longest path).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::check {

struct Executed {
    Schedule schedule;  // in the order of the ranks, within a rank in its order
    std::uint64_t makespan_ticks = 0;
};

// A cycle of waits in which no rank comes twice: each member waits for an op that the next member's rank has not
// reached, the last for one of the first's. A rank that waits for a later op of its own is a cycle of one.
struct Wait {
    std::uint32_t rank = 0;
    std::size_t position = 0;  // of the op that the rank cannot start, in its order
    TimedOp blocked;           // start_tick has no meaning here
    TimedOp awaited;
};
struct Deadlock {
    std::vector<Wait> cycle;
    std::uint64_t never_run = 0;  // ops that did not run
};

using Execution = std::variant<Executed, Deadlock>;

// Requires orders that hold each op of the problem exactly once, compute actions only, without overlapped pairs.
[[nodiscard]] Execution execute(const Problem& problem, const Orders& orders);

// "rank 0 waits at op 2 (2B0) for 3B0; rank 1 waits at op 0 (3B0) for 2F0 ..."
[[nodiscard]] std::string in_words(const Deadlock& deadlock);

}  // namespace tickproof::check

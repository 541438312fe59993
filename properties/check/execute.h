// Runs orders under a communication model: every rank does its ops in its order, each as soon as its inputs are there
// and its sends and receives are done. The times found are the least that the orders and the model allow.
//
// Sends and receives take no time. A result is usable hop_latency_ticks after its send completes. When a send or
// receive completes is the model's (planner/model/communication.h):
//   dependencies  a send at once, a receive when the result is usable
//   buffered K    a send when one of the K slots of its pair of ranks is free, a receive when the result is usable,
//                 which frees the slot
//   rendezvous    both, when both ranks are there
//   grouped       the same, where all that a rank sends and receives between two computes is there at once
// Each op and message is looked at a constant number of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/communication.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "properties/check/report.h"

namespace tickproof::check {

// An overlapped pair starts with its forward; its backward stands one forward's duration later, and the results of both
// are usable when both have ended.
struct Executed {
    Schedule schedule;  // in the order of the ranks, within a rank in its order
    std::uint64_t makespan_ticks = 0;
};

// What keeps a rank from going on. own: it needs a result of its own, or a message that it receives, which comes later
// in its order.
enum class WaitFor : std::uint8_t { own, send, receive };

struct Wait {
    std::uint32_t rank = 0;
    std::size_t position = 0;  // of the action at which the rank stands, in its order
    WaitFor what = WaitFor::own;
    TimedOp result;  // of which op the result is waited for, sent or received; its start_tick has no meaning
    std::uint32_t other_rank = 0;  // which has to act; the rank itself for `own`
    bool in_group = false;         // then `position` is the member's
};
// A cycle of waits: each member waits for the next one's rank, the last for the first's, and none for another member's.
struct Deadlock {
    std::vector<Wait> cycle;
    std::uint64_t never_run = 0;  // ops that did not run
};

// The report: sends and receives that do not fit together, rule payload (or own-rank).
using Execution = std::variant<Executed, Deadlock, Report>;

// Requires orders that hold each op of the problem exactly once, on its rank.
[[nodiscard]] Execution execute(const Problem& problem, const Orders& orders, const Communication& model = {});

// The least K for which buffered:K runs; nothing where not even `dependencies` does. A run for each bit of the length
// of the orders.
[[nodiscard]] std::optional<std::uint64_t> least_slots(const Problem& problem, const Orders& orders);

// "waits to send 0F1 to rank 1"
[[nodiscard]] std::string in_words(const Wait& wait);
// "rank 0 waits to send 0F1 to rank 1, which waits to send 1B0 to rank 0"
[[nodiscard]] std::string in_words(const Deadlock& deadlock);

}  // namespace tickproof::check

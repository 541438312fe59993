// A second execution of orders: all ranks side by side, one moment after another, and within a moment for as long as
// anything changes, since sends and receives take no time. Written from the meaning of the models, without a look at
// properties/check.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fuzz/slow/steps.h"
#include "planner/model/communication.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

struct Ran {
    Schedule schedule;  // in the order of the ranks, within a rank in its order
};
// One thing without which a rank does not go on.
struct Waiting {
    Does does = Does::compute;
    std::size_t action = 0;      // in the orders: the compute that waits, or at which the send or receive is placed
    std::uint32_t for_rank = 0;  // its own: for an op, or a receive, that comes later in its order
    std::optional<Message> message{};  // sent or received; nothing where it waits for its own rank
    friend bool operator==(const Waiting&, const Waiting&) = default;
};
// No rank can go on, and some have something left to do.
struct Stuck {
    std::vector<std::size_t> reached;           // by rank: the action at which it stands, or as many as it has
    std::vector<std::vector<Waiting>> waiting;  // by rank; a group may wait for several
    std::uint64_t never_run = 0;                // ops
};
// Sends and receives that do not carry each message once, or under fifo another than is wanted.
struct Unfit {};
using Outcome = std::variant<Ran, Stuck, Unfit>;

// Whether orders hold each op of the problem once, on its rank. Requires fits(problem).
[[nodiscard]] bool can_run(const Problem& problem, const Orders& orders);

// Requires fits(problem) and orders that can run.
[[nodiscard]] Outcome run(const Problem& problem, const Orders& orders, const Communication& model = {});

}  // namespace tickproof::slow

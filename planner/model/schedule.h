// What each rank does and when (Schedule), or only in which order (Orders).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planner/model/op.h"
#include "planner/model/placement.h"

namespace tickproof {

using Schedule = std::vector<TimedOp>;

// Sends and receives name the stage that runs them: stage s sends what its F made (send_forward), stage s+1 receives it
// (receive_forward); stage s sends what its B or I made (send_backward), stage s-1 receives it (receive_backward).
enum class ActionKind : std::uint8_t {
    forward,
    backward,
    backward_input,
    backward_weight,  // the same numbers as OpKind
    send_forward,
    receive_forward,
    send_backward,
    receive_backward,
    unshard,  // of a stage's weights, before it computes; this and the next two have no microbatch (0)
    reshard,
    reduce_gradient,  // of a stage's weights, over data-parallel copies
};

struct Action {
    ActionKind kind = ActionKind::forward;
    bool overlaps_next = false;  // this and the next action are one overlapped pair, this one the forward
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
    friend bool operator==(const Action&, const Action&) = default;
};

[[nodiscard]] constexpr bool is_compute(ActionKind kind) { return kind <= ActionKind::backward_weight; }
[[nodiscard]] constexpr bool is_send(ActionKind kind) {
    return kind == ActionKind::send_forward || kind == ActionKind::send_backward;
}
[[nodiscard]] constexpr bool is_receive(ActionKind kind) {
    return kind == ActionKind::receive_forward || kind == ActionKind::receive_backward;
}
[[nodiscard]] constexpr bool is_sharding(ActionKind kind) { return kind >= ActionKind::unshard; }

struct Orders {
    std::string id;                  // free text, may be empty
    std::uint64_t ranks = 0;         // S, as declared
    std::uint64_t chunks = 1;        // V, as declared
    std::uint64_t microbatches = 0;  // M, as declared
    Placement placement = Placement::loop(1);
    std::vector<std::vector<Action>> by_rank;  // as listed; its length need not be `ranks`
    // Empty, or a list a rank beside by_rank: the rank's activation slot that each action writes, reads or frees.
    std::vector<std::vector<std::uint32_t>> buffers{};
    // Empty, or a list a rank beside by_rank: the cell of a table that each action was read from, counted from 1.
    std::vector<std::vector<std::uint32_t>> columns{};
    friend bool operator==(const Orders&, const Orders&) = default;
};

}  // namespace tickproof

// What a planner says to a request: a plan, a refusal, or nothing that can be used.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "planner/model/plan.h"

namespace tickproof::gate {

struct Refusal {
    std::string message;
};

// The planner itself failed. Each kind is a finding of its own, never a hang or a crash of the gate.
enum class FailureKind : std::uint8_t {
    not_started,  // there is no such program, or it cannot be run: the command is wrong
    no_room,      // this machine has no descriptor, process or memory left for it
    crash,        // ended by a signal before it had answered
    early_end,    // ended by itself before it had answered, or in the middle of a line
    hang,         // no answer within the timeout
    garbage,      // a line that is no answer of the protocol
    flood,        // more output than an answer can have
    bad_exit,     // every answer was there, but the exit code was not 0
};

[[nodiscard]] constexpr bool is_no_start(FailureKind kind) {
    return kind == FailureKind::not_started || kind == FailureKind::no_room;
}

struct Failure {
    FailureKind kind = FailureKind::garbage;
    std::string what;         // one sentence
    std::string stderr_tail;  // the last of what it wrote there
};

using Answer = std::variant<Plan, Refusal, Failure>;

}  // namespace tickproof::gate

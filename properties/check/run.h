// A program under a communication model: a worklist of ranks, each of which goes on through its steps until it has to
// wait for another, and comes back when that one has done what was waited for. A message is waited for by one rank at
// a time, so whom to wake needs no search.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "properties/check/execute.h"
#include "properties/check/program.h"

namespace tickproof::check {

// Where the ranks stand when none can go on.
struct Standstill {
    std::vector<std::vector<Wait>> waits;  // by rank, all that it waits for; nothing if it is done
    std::uint64_t never_run = 0;           // ops
};

// Messages find their receives by what they carry; whether they do without tags is asked of the program alone
// (channels.h).
[[nodiscard]] std::variant<Executed, Standstill> run(const Problem& problem, const Program& program,
                                                     const Communication& model);

// The same with a cycle of the waits, and the swaps of a model without tags.
[[nodiscard]] Execution execute(const Problem& problem, const Program& program, const Communication& model);

// The least K for which buffered:K runs.
[[nodiscard]] std::optional<std::uint64_t> least_slots(const Problem& problem, const Program& program);

}  // namespace tickproof::check

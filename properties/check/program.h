// Orders as what each rank does step by step, with the sends and receives that a communication model puts between the
// computes, or those that the orders hold themselves.
//
// A message is what a forward or backward makes for the neighbouring stage, if that is on another rank. Each op makes
// one at most and needs one at most, so a message goes by the position of the op that makes it.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "properties/check/op_index.h"
#include "properties/check/report.h"

namespace tickproof::check {

enum class StepKind : std::uint8_t { compute, pair, send, receive };  // a pair is `op` and the op after it

struct Step {
    StepKind kind = StepKind::compute;
    std::uint32_t op = 0;        // of compute and pair: the position in `ops`; of send and receive: the message
    std::uint32_t position = 0;  // of the action that it is, or that it belongs to, in the rank's order
};

// What an op waits for, OpIndex::none where there is nothing.
struct Inputs {
    std::uint32_t own = OpIndex::none;        // the F of a B or I, the I of a W
    std::uint32_t neighbour = OpIndex::none;  // what the stage below or above made
};

struct Program {
    Schedule ops;                         // rank after rank, as listed; start ticks are 0
    std::vector<Inputs> inputs;           // by op
    std::vector<std::uint32_t> consumer;  // by message: the op that needs it, OpIndex::none where there is none
    std::vector<Step> steps;              // rank after rank
    std::vector<std::size_t> first_step;  // by rank, and one more for the end

    [[nodiscard]] std::size_t ranks() const { return first_step.size() - 1; }
    [[nodiscard]] std::uint32_t sender(std::uint32_t message) const { return ops[message].rank; }
    [[nodiscard]] std::uint32_t receiver(std::uint32_t message) const { return ops[consumer[message]].rank; }
};

// Whether any of the actions sends or receives; then these are what is executed.
[[nodiscard]] bool communicates(const Orders& orders);

// Requires orders that hold each op of the problem once, on its rank. The error: sends and receives that do not carry
// each message once from where it is made to where it is needed, by rules payload and own-rank.
[[nodiscard]] std::expected<Program, Report> program_of(const Problem& problem, const Orders& orders);

}  // namespace tickproof::check

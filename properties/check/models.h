// The same orders under several communication models, and what each of them has against them.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "planner/model/communication.h"
#include "properties/check/execute.h"
#include "properties/check/report.h"

namespace tickproof::check {

// What became of orders under a model; of a run only its ticks are kept, for a schedule a model would cost memory.
struct ModelOutcome {
    Communication model;
    std::variant<std::uint64_t, Deadlock, Report> found;  // ticks; or who waits for whom; or what does not fit

    [[nodiscard]] bool runs() const { return std::holds_alternative<std::uint64_t>(found); }
};

// Requires what execute() requires.
[[nodiscard]] std::vector<ModelOutcome> run_models(const Problem& problem, const Orders& orders,
                                                   std::span<const Communication> models);

// Rule deadlock where the ranks wait in a cycle, rule payload where a receive gets another result than it expects, with
// the model named; nothing of plain `dependencies`, which check_orders always judges.
[[nodiscard]] Report judge_models(const Orders& orders, std::span<const ModelOutcome> outcomes);

// "rank 0 op 2": where the first of the cycle stands.
[[nodiscard]] std::string place_of(const Orders& orders, const Deadlock& deadlock);

}  // namespace tickproof::check

// Compares what orders claim of themselves (Expectation) with what the checker found.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "planner/model/expectation.h"
#include "properties/check/check.h"

namespace tickproof::check {

struct Agrees {};
struct Disagrees {
    std::vector<std::string> sentences;  // "makespan: expected 6, found 7"
};
using Agreement = std::variant<Agrees, Disagrees>;

// A claim about an execution that did not take place disagrees.
[[nodiscard]] Agreement compare(const Problem& problem, const Orders& orders, const OrdersVerdict& found,
                                const Expectation& expected);

}  // namespace tickproof::check

// How a solver's answer travels from the child to the parent, and what a child that brought none stands for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "smt/solver/in_child.h"
#include "smt/solver/solver.h"

namespace tickproof::solver {

// What the child's function returns. Unsat goes without its proof, which has a file of its own.
[[nodiscard]] std::string sat_bytes(const std::vector<bool>& model);
[[nodiscard]] std::string unsat_bytes();
[[nodiscard]] std::string unknown_bytes(std::string_view reason);

// Runs it in a child under these limits and reads what it returned.
[[nodiscard]] Answer answer_of_child(const std::function<std::string()>& work, const Limits& limits);

}  // namespace tickproof::solver

// A problem and a horizon as a formula that is satisfiable exactly if there is a schedule of no more ticks, and a model
// of the formula as that schedule. docs/theory.md "The formula" says what the formula is, to the byte of its DIMACS.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/encode/cnf.h"
#include "smt/encode/variables.h"

namespace tickproof::encode {

struct EncodeLimits {
    // Literals of the formula with a zero a clause, four bytes each; also classes times ticks.
    std::uint64_t literals = std::uint64_t{1} << 27;
};

struct Formula {
    Problem problem;
    Variables variables;  // the others of cnf.variables only count
    Cnf cnf;
};

// Requires a sound problem (smt/bounds/op_class.h) and limits of at most 2^30. The error says that the formula is too
// large, how large and what the limit is; nothing large is allocated before that is known.
[[nodiscard]] std::expected<Formula, std::string> encode(const Problem& problem, std::uint64_t horizon_ticks,
                                                         const EncodeLimits& limits = {});

// Requires a model of the formula: model[v] is the value of variable v, model[0] stands for nothing. Ops come by rank,
// then start.
[[nodiscard]] Schedule decode(const Formula& formula, const std::vector<bool>& model);

}  // namespace tickproof::encode

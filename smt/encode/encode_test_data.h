// Problems by their shape, and formulas as text, for tests.
#pragma once

#include <cstdint>
#include <string>

#include "planner/model/problem.h"
#include "smt/encode/encode.h"
#include "smt/encode/text.h"

namespace tickproof::encode {

[[nodiscard]] inline Problem shape(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = chunks;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(ranks);
    return problem;
}

[[nodiscard]] inline Problem capped(Problem problem, std::uint64_t max_in_flight) {
    problem.max_in_flight = max_in_flight;
    return problem;
}

[[nodiscard]] inline std::string dimacs(const Problem& problem, std::uint64_t horizon_ticks) {
    std::string text;
    write_dimacs(encode(problem, horizon_ticks).value().cnf, [&](std::string_view piece) { text += piece; });
    return text;
}

[[nodiscard]] inline std::string smtlib(const Problem& problem, std::uint64_t horizon_ticks) {
    std::string text;
    write_smtlib(encode(problem, horizon_ticks).value(), [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace tickproof::encode

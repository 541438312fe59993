// A formula in conjunctive normal form, as SAT solvers take it.
#pragma once

#include <cstdint>
#include <vector>

namespace tickproof::encode {

struct Cnf {
    std::uint64_t variables = 0;  // numbered from 1
    std::uint64_t clauses = 0;
    std::vector<std::int32_t> literals;  // a variable or its negative; every clause is ended by a 0

    friend bool operator==(const Cnf&, const Cnf&) = default;
};

}  // namespace tickproof::encode

// Asks a solver whether a formula has a model. Each question gets a fresh solver in a child process of its own, for two
// reasons: a solver looks at the time only where it is safe for it to stop, so that a hard limit needs somebody to kill
// it; and what goes wrong in a solver (no memory, an abort) must not take the program that asks with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "smt/encode/cnf.h"

namespace tickproof::solver {

struct Limits {
    // Z3's own unit of work, the same on every machine: some minutes at the default. A conflict of CaDiCaL counts as
    // rlimit_of_a_conflict. 1 is the least; Z3 counts no further than 2^32 - 1.
    std::uint64_t rlimit = 1'000'000'000;
    std::optional<std::chrono::milliseconds> time = {};
    // What the solver may have beyond what this process has already; a proof may not be larger either.
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;
    std::function<bool()> interrupted = {};  // asked about every 50 ms; none: never
};
inline constexpr std::uint64_t rlimit_of_a_conflict = 1000;

struct Sat {
    std::vector<bool> model;  // by variable; the first is of no variable
};
struct Unsat {
    std::string proof;  // DRAT in CaDiCaL's binary form; empty from Z3
};
struct Unknown {
    std::string reason;  // "rlimit", "time limit", "memory limit", "interrupted", or "solver: ..."
};
using Answer = std::variant<Sat, Unsat, Unknown>;

[[nodiscard]] Answer solve_with_z3(const encode::Cnf& cnf, const Limits& limits);

[[nodiscard]] Answer solve_with_cadical(const encode::Cnf& cnf, const Limits& limits);

// A whole SMT-LIB 2 text with one check-sat, read by Z3's own parser; the model of Sat is empty.
[[nodiscard]] Answer check_smtlib(const std::string& text, const Limits& limits);

}  // namespace tickproof::solver

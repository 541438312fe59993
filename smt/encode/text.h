// A formula as text for other solvers, and its hash.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "smt/encode/cnf.h"
#include "smt/encode/encode.h"

namespace tickproof::encode {

// Text is handed on in pieces, so that a formula of any size takes no more memory.
using Sink = std::function<void(std::string_view)>;

// To the byte as in docs/theory.md.
void write_dimacs(const Cnf& cnf, const Sink& sink);

// QF_UF: a Bool a variable, with a name that says what it means (Variables::name), an assert a clause, one check-sat.
void write_smtlib(const Formula& formula, const Sink& sink);

// SHA-256 of the DIMACS text, 64 lower-case hexadecimal digits.
[[nodiscard]] std::string hash(const Cnf& cnf);

}  // namespace tickproof::encode

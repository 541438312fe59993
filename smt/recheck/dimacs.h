// A formula's hash: of its DIMACS text, which is made in pieces and kept nowhere.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "smt/recheck/clause_list.h"

namespace tickproof::recheck {

void write_dimacs(const Formula& formula, const std::function<void(std::string_view)>& sink);

// SHA-256 in lower-case hexadecimal digits.
[[nodiscard]] std::string dimacs_hash(const Formula& formula);

}  // namespace tickproof::recheck

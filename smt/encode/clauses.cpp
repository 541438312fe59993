#include "smt/encode/clauses.h"

#include <algorithm>

namespace tickproof::encode {

void Clauses::add(std::initializer_list<Literal> literals) {
    if (std::ranges::find(literals, always) != literals.end()) return;
    const auto kept = [](Literal literal) { return literal != never; };
    literals_ += static_cast<std::uint64_t>(std::ranges::count_if(literals, kept)) + 1;
    if (!keeps_) return;
    ++cnf_.clauses;
    std::ranges::copy_if(literals, std::back_inserter(cnf_.literals), kept);
    cnf_.literals.push_back(0);
}

}  // namespace tickproof::encode

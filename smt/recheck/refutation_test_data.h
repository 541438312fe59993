// Proofs without a solver: by cases, variable after variable. Long, and so for small formulas alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smt/recheck/formula.h"
#include "smt/recheck/propagation.h"

namespace tickproof::recheck {

[[nodiscard]] inline std::string proof_step(char kind, const std::vector<LiteralCode>& clause) {
    std::string bytes(1, kind);
    for (LiteralCode code : clause) {
        for (; code >= 0x80U; code >>= 7U) bytes += static_cast<char>((code & 0x7FU) | 0x80U);
        bytes += static_cast<char>(code);
    }
    return bytes + '\0';
}

class ProofByCases {
public:
    explicit ProofByCases(const Formula& formula)
        : variables_(formula.variables), steps_(~std::uint64_t{0}), propagation_(formula.variables, 1024, steps_) {
        std::vector<LiteralCode> clause;
        for (const std::int32_t literal : formula.literals) {
            if (literal == 0) {
                propagation_.add(clause);
                clause.clear();
            } else {
                clause.push_back(static_cast<LiteralCode>(literal > 0 ? 2 * literal : 1 - 2 * literal));
            }
        }
    }

    // Requires a formula without a model.
    [[nodiscard]] std::string proof() {
        refute({}, 1);
        return proof_;
    }

private:
    // The clause holds: by propagation, or because it does with either value of the next variable.
    void refute(std::vector<LiteralCode> clause, std::uint64_t variable) {
        if (!propagation_.contradicts(clause) && variable <= variables_) {
            for (const std::uint64_t code : {2 * variable + 1, 2 * variable}) {
                clause.push_back(static_cast<LiteralCode>(code));
                refute(clause, variable + 1);
                clause.pop_back();
            }
        }
        proof_ += proof_step('a', clause);
        propagation_.add(clause);
    }

    std::uint64_t variables_;
    Steps steps_;
    Propagation propagation_;
    std::string proof_;
};

[[nodiscard]] inline Formula formula_at(const Problem& problem, std::uint64_t horizon_ticks) {
    Steps steps(~std::uint64_t{0});
    return *formula_of(problem, horizon_ticks, std::uint64_t{1} << 30U, steps);
}

}  // namespace tickproof::recheck

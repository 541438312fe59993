#include "smt/recheck/proof_check.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "smt/recheck/clause_store.h"
#include "smt/recheck/proof_reader.h"
#include "smt/recheck/propagation.h"

namespace tickproof::recheck {

namespace {

[[nodiscard]] LiteralCode code_of(std::int32_t literal) {
    const auto variable = static_cast<LiteralCode>(std::abs(literal));
    return 2 * variable + (literal < 0 ? 1U : 0U);
}

void add_formula(const Formula& formula, Propagation& propagation) {
    std::vector<LiteralCode> clause;
    for (const std::int32_t literal : formula.literals) {
        if (literal != 0) {
            clause.push_back(code_of(literal));
            continue;
        }
        propagation.add(clause);
        clause.clear();
    }
}

[[nodiscard]] bool has_empty_clause(const Formula& formula) {
    return !formula.literals.empty() &&
           (formula.literals.front() == 0 ||
            std::ranges::adjacent_find(formula.literals, [](std::int32_t a, std::int32_t b) {
                return a == 0 && b == 0;
            }) != formula.literals.end());
}

[[nodiscard]] Verdict check_steps(ProofReader& reader, Propagation& propagation, const Steps& steps) {
    for (std::uint64_t step = 1;; ++step) {
        if (steps.exhausted()) return steps.undecided("proof");
        const std::expected<bool, std::string> read = reader.next();
        if (!read) return NotEstablished{"proof: " + read.error()};
        if (!*read) return NotEstablished{"proof: it ends before the empty clause"};
        if (!reader.adds()) {
            propagation.remove(reader.clause());
            continue;
        }
        const bool follows = propagation.contradicts(reader.clause());
        if (steps.exhausted()) return steps.undecided("proof");
        if (!follows) return NotEstablished{fmt::format("proof: step {} does not follow by unit propagation", step)};
        if (reader.clause().empty()) return Established{};
        propagation.add(reader.clause());
    }
}

}  // namespace

Verdict check_proof(const Formula& formula, std::string_view proof, Steps& steps) {
    if (has_empty_clause(formula)) return Established{};  // it needs no proof
    // Every literal of the proof is a byte or more, every clause three.
    if (proof.size() > ClauseStore::most_words / 2 || formula.literals.size() > ClauseStore::most_words / 8) {
        return Undecided{
            fmt::format("proof: formula and proof are too large, the limit is {} bytes", ClauseStore::most_words / 2)};
    }
    const std::uint64_t expected_clauses = formula.clauses + proof.size() / 64;
    Propagation propagation(formula.variables, expected_clauses, steps);
    add_formula(formula, propagation);
    ProofReader reader(proof, formula.variables);
    return check_steps(reader, propagation, steps);
}

}  // namespace tickproof::recheck

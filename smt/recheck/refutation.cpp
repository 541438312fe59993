#include "smt/recheck/refutation.h"

#include <fmt/format.h>

#include "smt/recheck/dimacs.h"
#include "smt/recheck/formula.h"
#include "smt/recheck/proof_check.h"

namespace tickproof::recheck {

Verdict check_refutation(const Problem& problem, std::uint64_t lower, const certificate::Refutation& refutation,
                         std::uint64_t memory_bytes, Steps& steps) {
    if (refutation.horizon != lower - 1 || refutation.horizon == 0) {
        return NotEstablished{
            fmt::format("refutation: a horizon of {} says nothing of {} ticks", refutation.horizon, lower)};
    }
    const std::expected<Formula, Undecided> formula = formula_of(problem, refutation.horizon, memory_bytes, steps);
    if (!formula) return formula.error();
    const std::string hash = dimacs_hash(*formula);
    if (hash != refutation.formula_sha256) {
        return NotEstablished{
            fmt::format("refutation: the formula's SHA-256 is {}, not {}", hash, refutation.formula_sha256)};
    }
    return check_proof(*formula, refutation.proof, steps);
}

}  // namespace tickproof::recheck

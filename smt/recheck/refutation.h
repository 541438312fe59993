// A refutation as evidence: the formula of one tick less is the one that was refuted, and the proof refutes it.
#pragma once

#include <cstdint>

#include "smt/certificate/certificate.h"
#include "smt/recheck/steps.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

[[nodiscard]] Verdict check_refutation(const Problem& problem, std::uint64_t lower,
                                       const certificate::Refutation& refutation, std::uint64_t memory_bytes,
                                       Steps& steps);

}  // namespace tickproof::recheck

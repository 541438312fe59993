// State counts as evidence: a second search over the same states meets as many in every layer, and no complete one.
#pragma once

#include <cstdint>

#include "smt/certificate/certificate.h"
#include "smt/recheck/steps.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

[[nodiscard]] Verdict check_state_counts(const Problem& problem, std::uint64_t lower,
                                         const certificate::StateCounts& counts, std::uint64_t memory_bytes,
                                         Steps& steps);

}  // namespace tickproof::recheck

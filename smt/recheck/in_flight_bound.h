// docs/theory.md, "Lower bounds", in-flight.
#pragma once

#include "smt/certificate/certificate.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

// Whether the bound is true of the problem, which is sound, and says that there are `lower` ticks.
[[nodiscard]] Verdict check_in_flight_bound(const Problem& problem, std::uint64_t lower,
                                            const certificate::InFlightBound& bound);

}  // namespace tickproof::recheck

// Decides whether a certificate is established. Nobody has to trust what made it: everything is computed again here,
// from docs/theory.md, by code that shares nothing with the bounds, the formula, the search and the solvers that
// certificates come from.
//
// Certificates may be hostile. Nothing is allocated by what one declares beyond the limits below, and the work is
// counted, so that none can make a recheck hang.
#pragma once

#include <cstdint>

#include "smt/certificate/certificate.h"
#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

struct Limits {
    // A step is a literal looked at, a clause made, a word of a state written: some nanoseconds.
    std::uint64_t steps = std::uint64_t{1} << 34;
    // Of the formula's clauses, or of a layer's states. To check a proof takes some times more, and the proof's size.
    std::uint64_t memory_bytes = std::uint64_t{1} << 29;
};

// A refutation must hold its proof.
[[nodiscard]] Verdict recheck(const certificate::Certificate& certificate, const Limits& limits = {});

}  // namespace tickproof::recheck

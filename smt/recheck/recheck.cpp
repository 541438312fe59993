#include "smt/recheck/recheck.h"

#include <cstdint>
#include <variant>

#include <fmt/format.h>

#include "smt/recheck/construction.h"
#include "smt/recheck/in_flight_bound.h"
#include "smt/recheck/load_bound.h"
#include "smt/recheck/refutation.h"
#include "smt/recheck/search.h"
#include "smt/recheck/soundness.h"
#include "smt/recheck/steps.h"
#include "smt/recheck/witness.h"

namespace tickproof::recheck {

namespace {

using certificate::Certificate;

[[nodiscard]] Verdict check_figures(const Certificate& certificate) {
    if (certificate.lower == 0 || certificate.upper == 0) return NotEstablished{"no schedule takes 0 ticks"};
    if (certificate.lower <= certificate.upper) return Established{};
    return NotEstablished{"the lower bound is above the upper bound"};
}

struct UpperCheck {
    const Certificate& of;

    Verdict operator()(const certificate::Construction& /*empty*/) const {
        return check_construction(of.problem, of.upper);
    }
    Verdict operator()(const Schedule& schedule) const { return check_witness(of.problem, of.upper, schedule); }
};

struct LowerCheck {
    const Certificate& of;
    std::uint64_t memory_bytes;
    Steps& steps;

    Verdict operator()(const certificate::LoadBound& bound) const {
        return check_load_bound(of.problem, of.lower, bound);
    }
    Verdict operator()(const certificate::InFlightBound& bound) const {
        return check_in_flight_bound(of.problem, of.lower, bound);
    }
    Verdict operator()(const certificate::Refutation& refutation) const {
        return check_refutation(of.problem, of.lower, refutation, memory_bytes, steps);
    }
    Verdict operator()(const certificate::StateCounts& counts) const {
        return check_state_counts(of.problem, of.lower, counts, memory_bytes, steps);
    }
};

}  // namespace

Verdict recheck(const Certificate& certificate, const Limits& limits) {
    Verdict verdict = check_figures(certificate);
    if (is_established(verdict)) verdict = soundness(certificate.problem);
    if (is_established(verdict)) verdict = std::visit(UpperCheck{certificate}, certificate.upper_evidence);
    if (!is_established(verdict)) return verdict;
    Steps steps(limits.steps);
    return std::visit(LowerCheck{certificate, limits.memory_bytes, steps}, certificate.lower_evidence);
}

}  // namespace tickproof::recheck

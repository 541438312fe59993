#include "smt/recheck/recheck.h"

#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "smt/recheck/construction.h"
#include "smt/recheck/in_flight_bound.h"
#include "smt/recheck/load_bound.h"
#include "smt/recheck/soundness.h"
#include "smt/recheck/witness.h"

namespace tickproof::recheck {

namespace {

using certificate::Certificate;

[[nodiscard]] Verdict check_figures(const Certificate& certificate) {
    if (certificate.lower == 0 || certificate.upper == 0) return NotEstablished{"no schedule takes 0 ticks"};
    if (certificate.lower <= certificate.upper) return Established{};
    return NotEstablished{fmt::format("lower {} is above upper {}", certificate.lower, certificate.upper)};
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

    Verdict operator()(const certificate::LoadBound& bound) const {
        return check_load_bound(of.problem, of.lower, bound);
    }
    Verdict operator()(const certificate::InFlightBound& bound) const {
        return check_in_flight_bound(of.problem, of.lower, bound);
    }
    Verdict operator()(const certificate::Refutation& /*refutation*/) const {
        return Undecided{"refutation: this version does not recheck proofs"};
    }
    Verdict operator()(const certificate::StateCounts& /*counts*/) const {
        return Undecided{"search: this version does not search"};
    }
};

}  // namespace

Verdict recheck(const Certificate& certificate, const Limits& /*limits*/) {
    Verdict verdict = check_figures(certificate);
    if (is_established(verdict)) verdict = soundness(certificate.problem);
    if (is_established(verdict)) verdict = std::visit(UpperCheck{certificate}, certificate.upper_evidence);
    if (is_established(verdict)) verdict = std::visit(LowerCheck{certificate}, certificate.lower_evidence);
    return verdict;
}

}  // namespace tickproof::recheck

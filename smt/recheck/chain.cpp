#include "smt/recheck/chain.h"

namespace tickproof::recheck {

namespace {

[[nodiscard]] std::vector<std::uint64_t> hops_along(const std::vector<std::uint32_t>& ranks) {
    std::vector<std::uint64_t> hops(ranks.size());
    for (std::size_t stage = 1; stage < ranks.size(); ++stage) {
        hops[stage] = hops[stage - 1] + (ranks[stage] != ranks[stage - 1] ? 1 : 0);
    }
    return hops;
}

}  // namespace

Chain::Chain(const Problem& problem)
    : problem_(problem),
      last_(problem.stages() - 1),
      gradient_(problem.backward_form == BackwardForm::full ? problem.durations.backward
                                                            : problem.durations.backward_input),
      weight_(problem.backward_form == BackwardForm::full ? 0 : problem.durations.backward_weight),
      listed_(hops_along(problem.placement.list())) {}

std::uint64_t Chain::hops_to(std::uint64_t stage) const {
    switch (problem_.placement.kind()) {
        case Placement::Kind::listed:
            return listed_[stage];
        case Placement::Kind::loop:
            return problem_.ranks == 1 ? 0 : stage;
        case Placement::Kind::v_shaped:
            break;
    }
    return stage - stage / problem_.ranks;  // where the V turns, two neighbours share a rank
}

std::uint64_t Chain::latency_to(std::uint64_t stage) const { return hops_to(stage) * problem_.hop_latency_ticks; }

std::uint64_t Chain::latency_from(std::uint64_t stage) const { return latency_to(last_) - latency_to(stage); }

std::uint64_t Chain::head(OpKind kind, std::uint64_t stage) const {
    const std::uint64_t forward = problem_.durations.forward;
    if (kind == OpKind::forward) return stage * forward + latency_to(stage);
    const std::uint64_t all_forwards = (last_ + 1) * forward + latency_to(last_);
    const std::uint64_t gradient = all_forwards + (last_ - stage) * gradient_ + latency_from(stage);
    return kind == OpKind::backward_weight ? gradient + gradient_ : gradient;
}

std::uint64_t Chain::tail(OpKind kind, std::uint64_t stage) const {
    if (kind == OpKind::backward_weight) return 0;
    if (kind != OpKind::forward) return stage * gradient_ + latency_to(stage) + weight_;
    const std::uint64_t forwards = (last_ - stage) * problem_.durations.forward + latency_from(stage);
    return forwards + (last_ + 1) * gradient_ + latency_to(last_) + weight_;
}

std::uint64_t Chain::hold(std::uint64_t stage) const {
    return (last_ - stage + 1) * (problem_.durations.forward + gradient_) + 2 * latency_from(stage) + weight_;
}

}  // namespace tickproof::recheck

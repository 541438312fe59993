#include "properties/check/chains.h"

namespace tickproof::check {

namespace {

struct Chain {
    std::uint64_t start_tick = 0;  // of its last op
    std::uint32_t rank = 0;        // the same
    std::uint32_t length = 0;      // ops so far
};

class Sweep {
public:
    // Requires that 2K, the length of a whole chain, fits 32 bits.
    explicit Sweep(const Problem& problem)
        : problem_(problem), stages_(static_cast<std::uint32_t>(problem.stages())), chains_(problem.microbatches) {}

    [[nodiscard]] bool extends(const TimedOp& op) {
        if (op.microbatch >= chains_.size() || op.stage >= stages_ || op.kind > OpKind::backward) return false;
        Chain& chain = chains_[op.microbatch];
        const std::uint32_t place = op.kind == OpKind::forward ? op.stage : 2 * stages_ - 1 - op.stage;
        if (place != chain.length || !is_usable(chain, op)) return false;
        chain = {op.start_tick, op.rank, place + 1};
        return true;
    }

private:
    [[nodiscard]] bool is_usable(const Chain& chain, const TimedOp& op) const {
        if (chain.length == 0) return true;
        const OpKind last = chain.length <= stages_ ? OpKind::forward : OpKind::backward;
        const std::uint64_t latency = chain.rank == op.rank ? 0 : problem_.hop_latency_ticks;
        return op.start_tick >= chain.start_tick &&
               op.start_tick - chain.start_tick >= saturating_add(problem_.duration(last), latency);
    }

    const Problem& problem_;
    std::uint32_t stages_;
    std::vector<Chain> chains_;  // by microbatch
};

}  // namespace

bool runs_in_chains(const Subject& subject) {
    const Problem& problem = subject.problem;
    const std::uint64_t all = saturating_mul(saturating_mul(problem.stages(), problem.microbatches), 2);
    if (problem.backward_form != BackwardForm::full || all != subject.ops.size() || all == 0) return false;
    Sweep sweep(problem);
    for (const TimedOp& op : subject.ops) {
        if (!sweep.extends(op)) return false;
    }
    return true;
}

}  // namespace tickproof::check

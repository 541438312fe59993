#include "properties/check/op_index.h"

#include <algorithm>
#include <tuple>

#include "properties/check/proportion.h"

namespace tickproof::check {

namespace {

using Key = std::tuple<std::uint64_t, std::uint64_t, OpKind>;

Key key(const TimedOp& op) { return {op.microbatch, op.stage, op.kind}; }

}  // namespace

OpIndex::OpIndex(const Problem& problem, std::span<const TimedOp> ops)
    : ops_(ops),
      stages_(problem.stages()),
      microbatches_(problem.microbatches),
      kinds_(problem.backward_form == BackwardForm::full ? 2 : 4),
      has_full_(problem.backward_form != BackwardForm::split),
      is_table_(
          in_proportion<std::uint32_t>(saturating_mul(saturating_mul(stages_, microbatches_), kinds_), ops.size())) {
    if (is_table_) {
        fill_table();
    } else {
        fill_list();
    }
}

bool OpIndex::belongs(const TimedOp& op) const {
    return op.stage < stages_ && op.microbatch < microbatches_ && static_cast<std::size_t>(op.kind) < kinds_ &&
           (has_full_ || op.kind != OpKind::backward);
}

bool OpIndex::before(std::uint32_t a, std::uint32_t b) const { return key(ops_[a]) < key(ops_[b]); }

std::uint32_t OpIndex::search(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
    const Key wanted{microbatch, stage, kind};
    const auto found = std::ranges::lower_bound(positions_, wanted, {},
                                                [this](std::uint32_t position) { return key(ops_[position]); });
    return found != positions_.end() && key(ops_[*found]) == wanted ? *found : none;
}

void OpIndex::fill_table() {
    positions_.assign(stages_ * microbatches_ * kinds_, none);
    for (std::uint32_t position = 0; position < ops_.size(); ++position) {
        const TimedOp& op = ops_[position];
        if (!belongs(op)) {
            strangers_.push_back(position);
            continue;
        }
        std::uint32_t& taken = positions_[slot(op.kind, op.stage, op.microbatch)];
        if (taken == none) {
            taken = position;
        } else {
            repeats_.push_back(position);
        }
    }
}

void OpIndex::fill_list() {
    positions_.reserve(ops_.size());
    for (std::uint32_t position = 0; position < ops_.size(); ++position) {
        (belongs(ops_[position]) ? positions_ : strangers_).push_back(position);
    }
    std::ranges::sort(positions_,
                      [this](std::uint32_t a, std::uint32_t b) { return before(a, b) || (a < b && !before(b, a)); });
    std::size_t kept = 0;
    for (const std::uint32_t position : positions_) {
        if (kept > 0 && !before(positions_[kept - 1], position)) {
            repeats_.push_back(position);
        } else {
            positions_[kept++] = position;
        }
    }
    positions_.resize(kept);
    std::ranges::sort(repeats_);
}

}  // namespace tickproof::check

#include "properties/check/rank_order.h"

#include <algorithm>
#include <tuple>

#include "properties/check/proportion.h"

namespace tickproof::check {

RankOrder::RankOrder(std::span<const TimedOp> ops, std::uint64_t ranks) : ops_(ops) {
    for (const TimedOp& op : ops) {
        if (op.rank < ranks) ranks_used_ = std::max(ranks_used_, std::uint64_t{op.rank} + 1);
    }
    as_given_ =
        in_proportion<LargestState>(ranks_used_, ops.size()) && std::ranges::is_sorted(ops, {}, &TimedOp::start_tick);
    if (as_given_) return;
    sorted_.reserve(ops.size());
    for (std::uint32_t position = 0; position < ops.size(); ++position) {
        if (ops[position].rank < ranks) sorted_.push_back(position);
    }
    std::ranges::sort(sorted_, {}, [ops](std::uint32_t position) {
        return std::tuple{ops[position].rank, ops[position].start_tick, position};
    });
}

}  // namespace tickproof::check

#include "planner/formats/shown_shape.h"

#include <algorithm>
#include <utility>

namespace tickproof::formats {

namespace {

using Rows = std::vector<std::vector<Action>>;
using Counts = std::vector<std::uint32_t>;

template <class Use>
void each_op(const Rows& by_rank, Use use) {
    for (std::uint32_t rank = 0; rank < by_rank.size(); ++rank) {
        for (const Action& action : by_rank[rank]) {
            if (is_compute(action.kind)) use(rank, action);
        }
    }
}

// How many ops have each number. A number that is not below the number of ops cannot be in range: those below it would
// not all be there.
Counts counts_of(const Rows& by_rank, std::uint32_t Action::* number) {
    std::size_t ops = 0;
    std::size_t end = 0;
    each_op(by_rank, [&](std::uint32_t, const Action& action) {
        ++ops;
        end = std::max(end, std::size_t{action.*number} + 1);
    });
    Counts counts(std::min(end, ops));
    each_op(by_rank, [&](std::uint32_t, const Action& action) {
        if (action.*number < counts.size()) ++counts[action.*number];
    });
    return counts;
}

// One past the last number that is shown at least half as often as usual; at least 1.
std::size_t usual_end(const Counts& counts) {
    Counts shown;
    std::ranges::copy_if(counts, std::back_inserter(shown), [](std::uint32_t count) { return count > 0; });
    if (shown.empty()) return 1;
    const auto middle = shown.begin() + static_cast<std::ptrdiff_t>(shown.size() / 2);
    std::ranges::nth_element(shown, middle);
    std::size_t end = counts.size();
    while (std::uint64_t{counts[end - 1]} * 2 < *middle) --end;
    return end;
}

// The rank of each stage below `stages`. A stage that nobody computes gets the rank that a loop gives it.
std::vector<std::uint32_t> ranks_of_stages(const Rows& by_rank, std::size_t stages) {
    std::vector<std::uint32_t> rank_of_stage(stages);
    for (std::size_t stage = 0; stage < stages; ++stage) {
        rank_of_stage[stage] = static_cast<std::uint32_t>(stage % by_rank.size());
    }
    Counts most(stages);
    Counts here(stages);
    for (std::uint32_t rank = 0; rank < by_rank.size(); ++rank) {
        for (const Action& action : by_rank[rank]) {
            if (is_compute(action.kind) && action.stage < stages) ++here[action.stage];
        }
        for (const Action& action : by_rank[rank]) {  // only those that are here, lest ranks times stages be looked at
            if (action.stage >= stages) continue;
            const std::uint32_t count = std::exchange(here[action.stage], 0);
            if (count <= most[action.stage]) continue;
            most[action.stage] = count;
            rank_of_stage[action.stage] = rank;
        }
    }
    return rank_of_stage;
}

bool is(const std::vector<std::uint32_t>& rank_of_stage, const Placement& rule) {
    for (std::size_t stage = 0; stage < rank_of_stage.size(); ++stage) {
        if (rule.rank_of(stage) != rank_of_stage[stage]) return false;
    }
    return true;
}

}  // namespace

Placement placement_of(std::vector<std::uint32_t> rank_of_stage, std::uint64_t ranks) {
    for (const Placement& rule : {Placement::loop(ranks), Placement::v_shaped(ranks)}) {
        if (rank_of_stage.size() % ranks == 0 && is(rank_of_stage, rule)) return rule;
    }
    return Placement::listed(std::move(rank_of_stage));
}

std::uint64_t shown_microbatches(const Rows& by_rank) { return usual_end(counts_of(by_rank, &Action::microbatch)); }

Orders with_shown_shape(Orders orders) {
    orders.ranks = orders.by_rank.size();
    orders.microbatches = shown_microbatches(orders.by_rank);
    const std::size_t stages = usual_end(counts_of(orders.by_rank, &Action::stage));
    orders.chunks = orders.ranks == 0 ? 1 : (stages + orders.ranks - 1) / orders.ranks;
    if (orders.ranks > 0) orders.placement = placement_of(ranks_of_stages(orders.by_rank, stages), orders.ranks);
    return orders;
}

}  // namespace tickproof::formats

// Walks ops so that those of one rank come in time order, with a state for each rank.
//
// A plan is sorted by time as a rule and is then walked as it lies. Only if it is not, or if its ranks are out of
// proportion to its ops, the positions are sorted by rank and time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "planner/model/op.h"

namespace tickproof::check {

class RankOrder {
public:
    // At most 2^32 - 1 ops, which must outlive this. Ops on a rank out of range are left out: they are own-rank's.
    RankOrder(std::span<const TimedOp> ops, std::uint64_t ranks);

    // Calls visit(State& of the op's rank, position). A State starts as State{}.
    template <class State, class Visit>
    void each(Visit visit) const {
        if (as_given_) {
            each_as_given<State>(visit);
        } else {
            each_sorted<State>(visit);
        }
    }

private:
    using LargestState = std::array<std::uint64_t, 4>;

    template <class State, class Visit>
    void each_as_given(Visit& visit) const {
        static_assert(sizeof(State) <= sizeof(LargestState));
        std::vector<State> states(ranks_used_);
        for (std::uint32_t position = 0; position < ops_.size(); ++position) {
            const std::uint32_t rank = ops_[position].rank;
            if (rank < ranks_used_) visit(states[rank], position);
        }
    }

    template <class State, class Visit>
    void each_sorted(Visit& visit) const {
        State state{};
        for (std::size_t i = 0; i < sorted_.size(); ++i) {
            if (i > 0 && ops_[sorted_[i]].rank != ops_[sorted_[i - 1]].rank) state = State{};
            visit(state, sorted_[i]);
        }
    }

    std::span<const TimedOp> ops_;
    std::uint64_t ranks_used_ = 0;  // one more than the largest rank in range
    bool as_given_ = false;
    std::vector<std::uint32_t> sorted_;
};

}  // namespace tickproof::check

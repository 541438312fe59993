// Weights that are kept in shards, for orders that say when they are gathered: a stage computes only in between its
// unshard and its reshard, and what is sharded is not sharded again. Orders may also say when a stage's gradients are
// summed over data-parallel copies: once, after the stage's last B or W, for what is added later is lost.
//
// Unsharding a stage a second time is harmless and is not objected to. The two halves are judged apart, for weights may
// be kept whole and their gradients summed all the same.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"
#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

struct StageState {
    bool is_whole = false;
    std::size_t last_backward = 0;  // B or W, in its rank's order; every stage has one
    std::size_t reduced = nowhere;
};

bool is_unshard_or_reshard(const Action& action) {
    return action.kind == ActionKind::unshard || action.kind == ActionKind::reshard;
}
bool is_reduce(const Action& action) { return action.kind == ActionKind::reduce_gradient; }
bool adds_to_weight_gradient(const Action& action) {
    return action.kind == ActionKind::backward || action.kind == ActionKind::backward_weight;
}

template <class Is>
bool any_action(const Orders& orders, Is is) {
    return std::ranges::any_of(orders.by_rank,
                               [&](const std::vector<Action>& actions) { return std::ranges::any_of(actions, is); });
}

class Sharding {
public:
    Sharding(const Problem& problem, const Orders& orders)
        : problem_(problem),
          orders_(orders),
          shards_(any_action(orders, is_unshard_or_reshard)),
          reduces_(any_action(orders, is_reduce)) {}

    [[nodiscard]] Report judge() && {
        if (!shards_ && !reduces_) return {};
        stages_.resize(problem_.stages());
        for (std::size_t rank = 0; rank < orders_.by_rank.size(); ++rank) judge_rank(rank);
        if (reduces_) name_unreduced();
        return std::move(report_);
    }

private:
    void judge_rank(std::size_t rank) {
        const std::vector<Action>& actions = orders_.by_rank[rank];
        for (std::size_t at = 0; at < actions.size(); ++at) {
            if (adds_to_weight_gradient(actions[at])) stages_[actions[at].stage].last_backward = at;
        }
        for (std::size_t at = 0; at < actions.size(); ++at) {
            const Action& action = actions[at];
            if (is_compute(action.kind)) {
                compute(action, rank, at);
            } else if (is_sharding(action.kind)) {
                shard(action, rank, at);
            }
        }
    }

    void compute(const Action& action, std::size_t rank, std::size_t at) {
        if (!shards_ || stages_[action.stage].is_whole) return;
        add(Rule::sharding, action, rank, at, [] { return std::string("computes with weights that are sharded"); });
    }

    void shard(const Action& action, std::size_t rank, std::size_t at) {
        if (action.stage >= stages_.size() || problem_.placement.rank_of(action.stage) != rank) {
            return add(Rule::own_rank, action, rank, at,
                       [] { return std::string("is of a stage that this rank does not hold"); });
        }
        StageState& stage = stages_[action.stage];
        if (is_reduce(action)) return reduce(action, stage, rank, at);
        const bool unshards = action.kind == ActionKind::unshard;
        if (!unshards && !stage.is_whole) {
            add(Rule::sharding, action, rank, at,
                [] { return std::string("shards weights that are sharded already"); });
        }
        stage.is_whole = unshards;
    }

    void reduce(const Action& action, StageState& stage, std::size_t rank, std::size_t at) {
        if (stage.reduced != nowhere) {
            return add(Rule::sharding, action, rank, at,
                       [&] { return fmt::format("comes a second time, first at op {}", stage.reduced); });
        }
        stage.reduced = at;
        if (stage.last_backward < at) return;
        add(Rule::sharding, action, rank, at, [&] {
            return fmt::format("comes before {} at op {}, which adds to the gradient",
                               action_token(orders_.by_rank[rank][stage.last_backward]), stage.last_backward);
        });
    }

    void name_unreduced() {
        for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
            if (stages_[stage].reduced != nowhere) continue;
            report_.add(Rule::sharding, [&] {
                return std::pair{fmt::format("rank {}", problem_.placement.rank_of(stage)),
                                 fmt::format("stage {} has no {}REDUCE_GRAD, and other stages have", stage, stage)};
            });
        }
    }

    template <class Words>
    void add(Rule rule, const Action& action, std::size_t rank, std::size_t at, const Words& words) {
        report_.add(rule, [&] {
            return std::pair{place_of(orders_, rank, at), fmt::format("{} {}", action_token(action), words())};
        });
    }

    const Problem& problem_;
    const Orders& orders_;
    bool shards_;
    bool reduces_;
    std::vector<StageState> stages_;
    Report report_;
};

}  // namespace

Report sharding(const Problem& problem, const Orders& orders) { return Sharding(problem, orders).judge(); }

}  // namespace tickproof::check

// Random orders for tests: complete, each op on its rank, some of them free of cycles and some not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "planner/model/schedule.h"

namespace tickproof::check {

class RandomOrders {
public:
    explicit RandomOrders(std::uint32_t seed) : random_(seed) {}

    [[nodiscard]] std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

    // Ops in an order in which they can run, with a few neighbours exchanged and a few made overlapped pairs.
    [[nodiscard]] Orders next() {
        const std::uint32_t ranks = 1 + below(4);
        const std::uint32_t chunks = 1 + below(2);
        const std::uint32_t microbatches = 1 + below(4);
        Orders orders{.id = "", .ranks = ranks, .chunks = chunks, .microbatches = microbatches, .by_rank = {}};
        orders.placement = below(2) == 0 ? Placement::loop(ranks) : Placement::v_shaped(ranks);
        orders.by_rank.resize(ranks);
        deal(orders);
        for (std::vector<Action>& actions : orders.by_rank) {
            for (std::uint32_t exchanges = below(3); exchanges > 0; --exchanges) {
                const std::size_t at = below(static_cast<std::uint32_t>(actions.size() - 1));
                std::swap(actions[at], actions[at + 1]);
            }
            overlap_some(actions);
        }
        return orders;
    }

private:
    // One op after another of whichever microbatch, F(0) .. F(K-1) B(K-1) .. B(0); some backwards are split.
    void deal(Orders& orders) {
        const auto stages = static_cast<std::uint32_t>(orders.ranks * orders.chunks);
        const auto put = [&orders](ActionKind kind, std::uint32_t stage, std::uint32_t microbatch) {
            orders.by_rank[orders.placement.rank_of(stage)].push_back({kind, false, stage, microbatch});
        };
        std::vector<std::uint32_t> done(orders.microbatches);
        for (std::uint64_t left = orders.microbatches * 2 * stages; left > 0;) {
            const std::uint32_t microbatch = below(static_cast<std::uint32_t>(done.size()));
            if (done[microbatch] == 2 * stages) continue;
            --left;
            const std::uint32_t place = done[microbatch]++;
            if (place < stages) {
                put(ActionKind::forward, place, microbatch);
            } else if (below(3) > 0) {
                put(ActionKind::backward, 2 * stages - 1 - place, microbatch);
            } else {
                put(ActionKind::backward_input, 2 * stages - 1 - place, microbatch);
                put(ActionKind::backward_weight, 2 * stages - 1 - place, microbatch);
            }
        }
    }

    void overlap_some(std::vector<Action>& actions) {
        for (std::size_t at = 0; at + 1 < actions.size(); ++at) {
            const ActionKind after = actions[at + 1].kind;
            const bool backward = after == ActionKind::backward || after == ActionKind::backward_input;
            if (actions[at].kind == ActionKind::forward && backward && below(4) == 0) actions[at].overlaps_next = true;
        }
    }

    std::mt19937 random_;
};

}  // namespace tickproof::check

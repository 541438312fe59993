// Faults in orders, which have no times: cycles of waits, and what keeps orders from being run at all.
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "properties/mutants/edit.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {

namespace {

using check::Rule;
using MaybeOrders = std::optional<Orders>;
using Actions = std::vector<Action>;

constexpr ActionKind forward = ActionKind::forward;
constexpr ActionKind backward = ActionKind::backward;

Actions::iterator find(Actions& actions, ActionKind kind, std::uint64_t stage, std::uint32_t microbatch) {
    return std::ranges::find_if(actions, [=](const Action& action) {
        return action.kind == kind && action.stage == stage && action.microbatch == microbatch;
    });
}

MaybeOrders edited(const Orders& base, void (*edit)(Orders&)) {
    Orders orders = base;
    edit(orders);
    return orders == base ? std::nullopt : MaybeOrders(std::move(orders));
}

// Chunk 0 and chunk 1 of the first rank change places in the order of one microbatch.
template <ActionKind kind>
MaybeOrders chunks_exchanged(const Orders& base) {
    if (base.chunks == 1) return std::nullopt;
    Orders orders = base;
    Actions& first = orders.by_rank.front();
    std::iter_swap(find(first, kind, 0, 0), find(first, kind, base.ranks, 0));
    return orders;
}

bool is_backward(const Action& action) { return action.kind == backward; }

// 1F1B without a warm-up on the first rank, while the last runs all its forwards first.
MaybeOrders no_warm_up(const Orders& base) {
    if (base.chunks > 1 || base.ranks == 1 || base.microbatches == 1) return std::nullopt;
    Orders orders = base;
    orders.by_rank.back() = sorted_by(orders.by_rank.back(), is_backward);
    orders.by_rank.front() = sorted_by(orders.by_rank.front(), &Action::microbatch);
    return orders;
}

// The sends and receives that a model would place, written out.
Orders with_communication(const Orders& base) {
    Orders orders = base;
    const std::uint64_t last = base.ranks * base.chunks - 1;
    for (Actions& actions : orders.by_rank) {
        Actions written;
        for (const Action& action : actions) {
            const bool is_forward = action.kind == forward;
            const auto put = [&](ActionKind kind) {
                written.push_back({kind, false, action.stage, action.microbatch});
            };
            if (is_forward && action.stage > 0) put(ActionKind::receive_forward);
            if (!is_forward && action.stage < last) put(ActionKind::receive_backward);
            written.push_back(action);
            if (is_forward && action.stage < last) put(ActionKind::send_forward);
            if (!is_forward && action.stage > 0) put(ActionKind::send_backward);
        }
        actions = std::move(written);
    }
    return orders;
}

template <ActionKind kind>
MaybeOrders without_the_first(const Orders& base) {
    if (base.ranks == 1) return std::nullopt;
    Orders orders = with_communication(base);
    Actions& actions = kind == ActionKind::send_forward ? orders.by_rank.front() : orders.by_rank.back();
    actions.erase(std::ranges::find(actions, kind, &Action::kind));
    return orders;
}

// Puts one more action at the end of the first rank.
MaybeOrders with_one_more(const Orders& base, const Action& action) {
    if (base.ranks == 1) return std::nullopt;
    Orders orders = with_communication(base);
    orders.by_rank.front().push_back(action);
    return orders;
}

// Each stage's weights gathered at the start of its rank and sharded at the end, when its gradients are summed, too.
Orders with_sharding(const Orders& base) {
    Orders orders = base;
    for (std::size_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        Actions gathered;
        Actions summed;
        for (std::uint64_t v = rank; v < base.ranks * base.chunks; v += base.ranks) {
            const auto stage = static_cast<std::uint32_t>(v);
            gathered.push_back({ActionKind::unshard, false, stage, 0});
            summed.push_back({ActionKind::reshard, false, stage, 0});
            summed.push_back({ActionKind::reduce_gradient, false, stage, 0});
        }
        Actions& actions = orders.by_rank[rank];
        actions.insert(actions.begin(), gathered.begin(), gathered.end());
        actions.insert(actions.end(), summed.begin(), summed.end());
    }
    return orders;
}

// On the last rank, whose actions in question are those of its first stage.
template <class Edit>
MaybeOrders sharding_edited(const Orders& base, ActionKind kind, Edit edit) {
    Orders orders = with_sharding(base);
    Actions& actions = orders.by_rank.back();
    edit(actions, find(actions, kind, base.ranks - 1, 0));
    return orders;
}

// Every microbatch of every chunk in a slot of its own.
Orders with_slots(const Orders& base) {
    Orders orders = base;
    for (const Actions& actions : orders.by_rank) {
        std::vector<std::uint32_t>& slots = orders.buffers.emplace_back();
        for (const Action& action : actions) {
            const std::uint64_t chunk = action.stage / base.ranks;
            slots.push_back(static_cast<std::uint32_t>(chunk * base.microbatches + action.microbatch));
        }
    }
    return orders;
}

// One slot fewer than the first rank has live microbatches, dealt in turn.
MaybeOrders one_slot_too_few(const Orders& base) {
    const std::uint64_t needed = peak_in_flight(base);
    if (base.chunks > 1 || needed < 2) return std::nullopt;
    Orders orders = with_slots(base);
    for (auto& slots : orders.buffers) {
        for (std::uint32_t& slot : slots) slot %= static_cast<std::uint32_t>(needed - 1);
    }
    return orders;
}

MaybeOrders backward_in_another_slot(const Orders& base) {
    Orders orders = with_slots(base);
    const Actions& actions = orders.by_rank.back();
    const auto last = std::ranges::find(actions.rbegin(), actions.rend(), backward, &Action::kind);
    std::uint32_t& slot = orders.buffers.back()[static_cast<std::size_t>(actions.rend() - last) - 1];
    slot += static_cast<std::uint32_t>(base.chunks * base.microbatches);
    return orders;
}

constexpr auto all = std::to_array<OrdersMutant>({
    {"own_backward_before_forward", "orders[]: order", Rule::deadlock,
     [](const Orders& base) {
         return edited(base, [](Orders& o) {
             const auto last = static_cast<std::uint32_t>(o.ranks * o.chunks - 1);
             Actions& actions = o.by_rank.back();
             std::iter_swap(find(actions, forward, last, 0), find(actions, backward, last, 0));
         });
     }},
    {"backward_chunks_in_forward_order", "orders[]: order", Rule::deadlock, chunks_exchanged<backward>},
    {"forward_chunks_in_backward_order", "orders[]: order", Rule::deadlock, chunks_exchanged<forward>},
    {"no_warm_up", "orders[]: order", Rule::deadlock, no_warm_up},
    {"all_backwards_first", "orders[]: order", Rule::deadlock,
     [](const Orders& base) {
         return edited(base,
                       [](Orders& o) { o.by_rank.back() = sorted_by(o.by_rank.back(), std::not_fn(is_backward)); });
     }},
    {"send_missing", "orders[]: sends", Rule::payload, without_the_first<ActionKind::send_forward>},
    {"receive_missing", "orders[]: receives", Rule::payload, without_the_first<ActionKind::receive_forward>},
    {"send_twice", "orders[]: sends", Rule::payload,
     [](const Orders& base) { return with_one_more(base, {ActionKind::send_forward, false, 0, 0}); }},
    {"send_past_the_end_of_the_pipeline", "orders[]: sends", Rule::payload,
     [](const Orders& base) { return with_one_more(base, {ActionKind::send_backward, false, 0, 0}); }},
    {"send_of_another_ranks_stage", "orders[]: sends", Rule::own_rank,
     [](const Orders& base) { return with_one_more(base, {ActionKind::send_backward, false, 1, 0}); }},
    {"receive_after_its_use", "orders[]: receives", Rule::deadlock,
     [](const Orders& base) -> MaybeOrders {
         if (base.ranks == 1) return std::nullopt;
         Orders orders = with_communication(base);
         Actions& actions = orders.by_rank.back();
         const auto receive = std::ranges::find(actions, ActionKind::receive_forward, &Action::kind);
         std::iter_swap(receive, receive + 1);
         return orders;
     }},
    {"unshard_missing", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) {
         return sharding_edited(base, ActionKind::unshard, [](Actions& actions, auto at) { actions.erase(at); });
     }},
    {"unshard_of_another_ranks_stage", "orders[]: sharding", Rule::own_rank,
     [](const Orders& base) -> MaybeOrders {
         if (base.ranks == 1) return std::nullopt;
         return sharding_edited(base, ActionKind::unshard, [](Actions& actions, auto at) {
             actions.insert(at, Action{ActionKind::unshard, false, 0, 0});
         });
     }},
    {"reshard_before_the_last_op", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) {
         return sharding_edited(base, ActionKind::reshard, [](Actions& actions, auto at) {
             const Action reshard = *at;
             actions.erase(at);
             actions.insert(find(actions, backward, reshard.stage, 0), reshard);
         });
     }},
    {"reshard_twice", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) {
         return sharding_edited(base, ActionKind::reshard, [](Actions& actions, auto at) {
             const Action again = *at;
             actions.push_back(again);
         });
     }},
    {"gradient_reduced_before_the_last_backward", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) {
         return sharding_edited(base, ActionKind::reduce_gradient, [](Actions& actions, auto at) {
             const Action reduce = *at;
             actions.erase(at);
             actions.insert(find(actions, backward, reduce.stage, 0), reduce);
         });
     }},
    {"gradient_reduced_twice", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) {
         return sharding_edited(base, ActionKind::reduce_gradient, [](Actions& actions, auto at) {
             const Action again = *at;
             actions.push_back(again);
         });
     }},
    {"gradient_of_one_stage_not_reduced", "orders[]: sharding", Rule::sharding,
     [](const Orders& base) -> MaybeOrders {
         if (base.ranks * base.chunks == 1) return std::nullopt;
         return sharding_edited(base, ActionKind::reduce_gradient,
                                [](Actions& actions, auto at) { actions.erase(at); });
     }},
    {"one_slot_too_few", "buffers", Rule::buffer, one_slot_too_few},
    {"backward_in_another_slot", "buffers", Rule::buffer, backward_in_another_slot},
    {"lowering_with_two_microbatches_exchanged", "orders[]: order", Rule::lowering,
     [](const Orders& base) -> MaybeOrders {
         if (base.microbatches == 1) return std::nullopt;
         Orders orders = with_communication(base);
         for (Actions& actions : orders.by_rank) {
             for (Action& action : actions) {
                 if (action.microbatch < 2) action.microbatch = 1 - action.microbatch;
             }
         }
         return orders;
     },
     Judged::as_lowering},
    {"action_missing", "orders[]", Rule::exactly_once,
     [](const Orders& base) { return edited(base, [](Orders& o) { o.by_rank.front().pop_back(); }); }},
    {"action_twice", "orders[]", Rule::exactly_once,
     [](const Orders& base) {
         return edited(base, [](Orders& o) { o.by_rank.front().push_back(o.by_rank.front().front()); });
     }},
    {"action_of_a_microbatch_past_the_end", "orders[]: microbatch", Rule::exactly_once,
     [](const Orders& base) {
         return edited(
             base, [](Orders& o) { o.by_rank.front().back().microbatch = static_cast<std::uint32_t>(o.microbatches); });
     }},
    {"backward_without_weight_gradient", "orders[]: kind", Rule::exactly_once,
     [](const Orders& base) {
         return edited(base, [](Orders& o) { o.by_rank.front().back().kind = ActionKind::backward_input; });
     }},
    {"action_on_the_next_rank", "orders[]: rank", Rule::own_rank,
     [](const Orders& base) {
         return edited(base, [](Orders& o) {
             const Action action = o.by_rank.back().back();
             o.by_rank.back().pop_back();
             o.by_rank.front().push_back(action);
         });
     }},
    {"ranks_listed_backwards", "orders: order", Rule::own_rank,
     [](const Orders& base) { return edited(base, [](Orders& o) { std::ranges::reverse(o.by_rank); }); }},
    {"list_of_a_rank_missing", "orders", Rule::ids,
     [](const Orders& base) { return edited(base, [](Orders& o) { o.by_rank.pop_back(); }); }},
    {"placement_of_one_stage_less", "placement", Rule::ids,
     [](const Orders& base) {
         return edited(base, [](Orders& o) {
             std::vector<std::uint32_t> list;
             for (std::uint64_t v = 0; v + 1 < o.ranks * o.chunks; ++v) {
                 list.push_back(static_cast<std::uint32_t>(v % o.ranks));
             }
             o.placement = Placement::listed(std::move(list));
         });
     }},
    {"orders_of_no_microbatches", "microbatches", Rule::ids,
     [](const Orders& base) { return edited(base, [](Orders& o) { o.microbatches = 0; }); }},
    {"all_forwards_before_all_backwards", "orders[]: order", Rule::in_flight_cap,
     [](const Orders& base) -> MaybeOrders {
         Orders orders = base;
         for (Actions& actions : orders.by_rank) actions = sorted_by(actions, is_backward);
         return peak_in_flight(orders) > peak_in_flight(base) ? MaybeOrders(std::move(orders)) : std::nullopt;
     },
     Judged::at_cap},
});

}  // namespace

std::span<const OrdersMutant> orders_mutants() { return all; }

}  // namespace tickproof::mutants

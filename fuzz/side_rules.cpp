// What orders say beside their order: which activation slot an action uses, and when weights are sharded. The rules
// against their meaning, taken pair by pair and each time from the start.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/decode/bytes.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/words.h"
#include "planner/model/orders_of.h"
#include "properties/check/check.h"
#include "properties/check/statistics.h"

using namespace tickproof;
using check::Rule;
using fuzz::Bytes;
using Actions = std::vector<Action>;
using Slots = std::vector<std::uint32_t>;

namespace {

// Puts sharding actions anywhere, mostly of stages that the rank holds.
void shard(Bytes& bytes, const Problem& problem, Actions& actions) {
    for (std::uint64_t more = bytes.between(0, 6); more > 0; --more) {
        const auto kind = static_cast<ActionKind>(bytes.between(
            static_cast<std::uint64_t>(ActionKind::unshard), static_cast<std::uint64_t>(ActionKind::reduce_gradient)));
        const bool is_own = !actions.empty() && !bytes.one_in(8);
        const std::uint64_t stage =
            is_own ? actions[bytes.between(0, actions.size() - 1)].stage : bytes.between(0, problem.stages());
        const auto at = static_cast<std::ptrdiff_t>(bytes.between(0, actions.size()));
        actions.insert(actions.begin() + at, {kind, false, static_cast<std::uint32_t>(stage), 0});
    }
}

bool is_same_cell(const Action& a, const Action& b) { return a.stage == b.stage && a.microbatch == b.microbatch; }

// Somebody else's action in a slot between two of one microbatch and stage, or two slots for these.
bool misuses_slots(const Actions& actions, const Slots& slots) {
    for (std::size_t a = 0; a < actions.size(); ++a) {
        for (std::size_t c = a + 1; c < actions.size(); ++c) {
            if (is_sharding(actions[a].kind) || is_sharding(actions[c].kind)) continue;
            if (!is_same_cell(actions[a], actions[c])) continue;
            if (slots[a] != slots[c]) return true;
            for (std::size_t b = a + 1; b < c; ++b) {
                const bool is_other = !is_sharding(actions[b].kind) && !is_same_cell(actions[a], actions[b]);
                if (is_other && slots[b] == slots[a]) return true;
            }
        }
    }
    return false;
}

bool is_whole(const Actions& actions, std::size_t before, std::uint32_t stage) {
    bool whole = false;
    for (std::size_t at = 0; at < before; ++at) {
        if (actions[at].stage != stage) continue;
        if (actions[at].kind == ActionKind::unshard) whole = true;
        if (actions[at].kind == ActionKind::reshard) whole = false;
    }
    return whole;
}

bool any(const Orders& orders, std::initializer_list<ActionKind> kinds) {
    return std::ranges::any_of(orders.by_rank, [&](const Actions& actions) {
        return std::ranges::any_of(actions,
                                   [&](const Action& a) { return std::ranges::find(kinds, a.kind) != kinds.end(); });
    });
}

bool misplaces_weights(const Problem& problem, const Orders& orders) {
    const bool shards = any(orders, {ActionKind::unshard, ActionKind::reshard});
    for (std::uint64_t rank = 0; shards && rank < orders.by_rank.size(); ++rank) {
        const Actions& actions = orders.by_rank[rank];
        for (std::size_t at = 0; at < actions.size(); ++at) {
            const std::uint64_t stage = actions[at].stage;
            const bool is_here = stage < problem.stages() && problem.placement.rank_of(stage) == rank;
            const bool needs_whole = is_compute(actions[at].kind) || actions[at].kind == ActionKind::reshard;
            if (is_here && needs_whole && !is_whole(actions, at, actions[at].stage)) return true;
        }
    }
    return false;
}

bool misses_gradients(const Problem& problem, const Orders& orders) {
    if (!any(orders, {ActionKind::reduce_gradient})) return false;
    for (std::uint32_t stage = 0; stage < problem.stages(); ++stage) {
        const Actions& actions = orders.by_rank[problem.placement.rank_of(stage)];
        std::uint64_t reduced = 0;
        for (const Action& action : actions) {
            if (action.stage != stage) continue;
            const bool adds = action.kind == ActionKind::backward || action.kind == ActionKind::backward_weight;
            if (adds && reduced > 0) return true;
            if (action.kind == ActionKind::reduce_gradient) ++reduced;
        }
        if (reduced != 1) return true;
    }
    return false;
}

void expect(std::string_view rule, const Problem& problem, const Orders& orders, bool wanted, bool found) {
    if (wanted == found) return;
    std::vector<std::string> slots;
    for (const Slots& row : orders.buffers) slots.push_back(fmt::format("{}", fmt::join(row, " ")));
    fuzz::differ(fuzz::Suspect::checker, rule,
                 {{"problem", fuzz::in_words(problem)},
                  {"orders", fuzz::in_words(orders)},
                  {"slots", fmt::format("{}", fmt::join(slots, ", "))},
                  {"checker", found ? "objects" : "does not"},
                  {"by its meaning", wanted ? "is broken" : "holds"}});
}

// The most that any moment of a rank's order has begun and not ended.
std::uint64_t most_live(const Actions& actions) {
    std::uint64_t most = 0;
    for (std::size_t end = 0; end <= actions.size(); ++end) {
        std::uint64_t begun = 0;
        std::uint64_t ended = 0;
        for (std::size_t at = 0; at < end; ++at) {
            begun += actions[at].kind == ActionKind::forward ? 1U : 0U;
            const bool ends =
                actions[at].kind == ActionKind::backward || actions[at].kind == ActionKind::backward_weight;
            ended += ends && ended < begun ? 1U : 0U;
        }
        most = std::max(most, begun - ended);
    }
    return most;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Problem problem = fuzz::decode_problem(bytes);
    Orders orders = orders_of(problem, fuzz::decode_valid_schedule(bytes, problem));
    const std::uint64_t slots = bytes.between(0, 6);  // none: the orders do not tell
    bool misuses = false;
    for (Actions& actions : orders.by_rank) {
        if (bytes.one_in(2)) shard(bytes, problem, actions);
        if (slots == 0) continue;
        Slots& row = orders.buffers.emplace_back();
        for (const Action& action : actions) {
            row.push_back(
                static_cast<std::uint32_t>(bytes.one_in(16) ? bytes.between(0, slots - 1) : action.microbatch % slots));
        }
        misuses |= misuses_slots(actions, row);
    }
    const check::Report report = check::check_orders(problem, orders).report;
    expect("activation slots", problem, orders, misuses, report.count(Rule::buffer) > 0);
    expect("sharded weights", problem, orders, misplaces_weights(problem, orders) || misses_gradients(problem, orders),
           report.count(Rule::sharding) > 0);
    const std::vector<std::uint64_t> least = check::activation_slots(orders);
    for (std::size_t rank = 0; rank < least.size(); ++rank) {
        const bool is_least = least[rank] == most_live(orders.by_rank[rank]);
        expect("the least activation slots", problem, orders, is_least, true);
    }
    return 0;
}

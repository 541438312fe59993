// Orders that say which activation slot of its rank each action uses: a slot holds one microbatch of one stage from the
// first action that names it for them to the last, sends of the backward's result included, and another one that
// writes it in between overwrites what is still to be read.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"
#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

// One microbatch of one stage in one slot.
struct Use {
    std::uint32_t slot = 0;
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
    std::size_t first = 0;  // places in the rank's order
    std::size_t last = 0;
};

// All actions as uses of their own, then those of one microbatch and slot as one.
std::vector<Use> uses_of(const std::vector<Action>& actions, const std::vector<std::uint32_t>& slots) {
    std::vector<Use> uses;
    for (std::size_t at = 0; at < std::min(actions.size(), slots.size()); ++at) {
        if (is_sharding(actions[at].kind)) continue;
        uses.push_back({slots[at], actions[at].stage, actions[at].microbatch, at, at});
    }
    const auto key = [](const Use& use) { return std::tuple(use.stage, use.microbatch, use.slot); };
    std::ranges::sort(uses, {}, [&](const Use& use) { return std::tuple_cat(key(use), std::tuple(use.first)); });
    std::size_t kept = 0;
    for (const Use& use : uses) {
        if (kept > 0 && key(uses[kept - 1]) == key(use)) {
            uses[kept - 1].last = use.last;
        } else {
            uses[kept++] = use;
        }
    }
    uses.resize(kept);
    return uses;
}

class Slots {
public:
    Slots(const Orders& orders, std::size_t rank) : orders_(orders), rank_(rank) {}

    // Requires uses by stage and microbatch.
    void one_slot_each(const std::vector<Use>& uses) {
        for (std::size_t i = 1; i < uses.size(); ++i) {
            const Use& one = uses[i - 1];
            const Use& other = uses[i];
            if (one.stage != other.stage || one.microbatch != other.microbatch) continue;
            const auto [before, after] = one.first < other.first ? std::pair{one, other} : std::pair{other, one};
            report_.add(Rule::buffer, [&] {
                return std::pair{place(after.first),
                                 fmt::format("{} uses slot {}, but {} is in slot {} since op {}", token(after.first),
                                             after.slot, token(before.first), before.slot, before.first)};
            });
        }
    }

    void one_use_at_a_time(std::vector<Use> uses) {
        std::ranges::sort(uses, {}, [](const Use& use) { return std::tuple(use.slot, use.first); });
        std::size_t live = 0;  // the use of this slot that ends last
        for (std::size_t i = 1; i < uses.size(); ++i) {
            const Use& use = uses[i];
            const Use& other = uses[live];
            if (other.slot == use.slot && use.first < other.last) {
                report_.add(Rule::buffer, [&] {
                    return std::pair{place(use.first),
                                     fmt::format("{} writes slot {}, which {} at op {} filled and {} at op {} has yet "
                                                 "to use",
                                                 token(use.first), use.slot, token(other.first), other.first,
                                                 token(other.last), other.last)};
                });
            }
            if (other.slot != use.slot || use.last > other.last) live = i;
        }
    }

    [[nodiscard]] Report found() && { return std::move(report_); }

private:
    [[nodiscard]] std::string place(std::size_t at) const { return place_of(orders_, rank_, at); }
    [[nodiscard]] std::string token(std::size_t at) const { return action_token(orders_.by_rank[rank_][at]); }

    const Orders& orders_;
    std::size_t rank_;
    Report report_;
};

}  // namespace

Report buffer(const Orders& orders) {
    Report report;
    for (std::size_t rank = 0; rank < std::min(orders.by_rank.size(), orders.buffers.size()); ++rank) {
        std::vector<Use> uses = uses_of(orders.by_rank[rank], orders.buffers[rank]);
        Slots slots(orders, rank);
        slots.one_slot_each(uses);
        slots.one_use_at_a_time(std::move(uses));
        report.append(std::move(slots).found());
    }
    return report;
}

}  // namespace tickproof::check

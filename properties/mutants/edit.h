// The small changes from which faults in plans are made. All take a valid plan.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/plan.h"
#include "planner/model/schedule.h"

namespace tickproof::mutants {

[[nodiscard]] PipelineConfig config_of(const Plan& plan);

// The figures computed anew and the events sorted, so that a fault spoils nothing but what it is meant to.
[[nodiscard]] Plan with_figures(Plan plan);
// `plan`, unless it is the base itself and so no fault.
[[nodiscard]] std::optional<Plan> unless_same(const Plan& base, Plan plan);

// Who runs when, and which ops of its microbatch an op lies between.
class Timeline {
public:
    explicit Timeline(const Plan& plan);

    [[nodiscard]] std::size_t size() const { return plan_.events.size(); }
    [[nodiscard]] std::uint64_t ticks() const { return plan_.metrics.total_ticks; }
    [[nodiscard]] const TimedOp& op(std::size_t event) const { return plan_.events[event]; }
    // The event that a rank runs in a tick.
    [[nodiscard]] std::optional<std::size_t> running(std::uint64_t rank, std::uint64_t tick) const;
    // Whether another rank works in the same tick, so that no tick is left empty when the op leaves it.
    [[nodiscard]] bool has_company(std::size_t event) const;
    // The ticks that the inputs and the users of its result leave it.
    [[nodiscard]] std::uint64_t earliest(std::size_t event) const;
    [[nodiscard]] std::uint64_t latest(std::size_t event) const;
    [[nodiscard]] bool has_room_at(std::size_t event, std::uint64_t tick) const {
        return earliest(event) <= tick && tick <= latest(event);
    }

private:
    [[nodiscard]] std::size_t chain_place(const TimedOp& op) const;

    const Plan& plan_;
    std::vector<std::vector<std::optional<std::size_t>>> by_tick_;  // [tick][rank]
    std::vector<std::vector<std::size_t>> chains_;                  // [microbatch][F(0) .. F(K-1) B(K-1) .. B(0)]
};

using IsEvent = std::function<bool(const Timeline&, std::size_t event)>;
using IsMove = std::function<bool(const Timeline&, std::size_t event, std::uint64_t tick)>;
using IsPair = std::function<bool(const Timeline&, std::size_t one, std::size_t other)>;
using Change = std::function<void(TimedOp&)>;

// The first event that fits is changed, removed, moved to the first tick that fits, repeated there, or exchanges its
// tick with the first later event that fits; nothing if none fits.
[[nodiscard]] std::optional<Plan> change_event(const Plan& base, const IsEvent& fits, const Change& change);
[[nodiscard]] std::optional<Plan> remove_event(const Plan& base, const IsEvent& fits);
[[nodiscard]] std::optional<Plan> move_event(const Plan& base, const IsMove& fits);
[[nodiscard]] std::optional<Plan> repeat_event(const Plan& base, const IsMove& fits);
[[nodiscard]] std::optional<Plan> exchange_events(const Plan& base, const IsPair& fit);

[[nodiscard]] Plan change_all(Plan plan, const Change& change);
// Ticks in which nothing runs are taken out.
[[nodiscard]] Plan without_empty_ticks(Plan plan);

// Layers a stage, in stage order, and the same plan with other sizes, contiguous from layer 0.
[[nodiscard]] std::vector<std::uint64_t> stage_sizes(const Plan& plan);
[[nodiscard]] Plan with_stage_sizes(Plan plan, const std::vector<std::uint64_t>& sizes);

// Sorted by key, and where keys are equal in the order as before. A map, for clang objects to how GCC's library
// implements std::stable_sort.
template <class Item, class Key>
[[nodiscard]] std::vector<Item> sorted_by(const std::vector<Item>& items, Key key) {
    std::multimap<std::decay_t<std::invoke_result_t<Key, const Item&>>, Item> by_key;
    for (const Item& item : items) by_key.emplace(std::invoke(key, item), item);
    std::vector<Item> sorted;
    for (const auto& [unused, item] : by_key) sorted.push_back(item);
    return sorted;
}

// The most in-flight activations that a rank ever holds; orders must be valid, too.
[[nodiscard]] std::uint64_t peak_in_flight(const Plan& plan);
[[nodiscard]] std::uint64_t peak_in_flight(const Orders& orders);

}  // namespace tickproof::mutants

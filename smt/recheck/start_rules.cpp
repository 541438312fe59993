#include "smt/recheck/start_rules.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tickproof::recheck {

StartRules::StartRules(const Timeline& timeline, const StateLayout& layout, std::optional<std::uint64_t> cap)
    : timeline_(timeline),
      layout_(layout),
      cap_(cap),
      unit_time_(std::ranges::all_of(timeline.classes, [](const ClassOfOps& each) { return each.duration == 1; })) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> ranks;
    for (std::uint32_t c = 0; c < timeline.classes.size(); ++c) ranks[timeline.classes[c].rank].push_back(c);
    for (auto& [rank, classes] : ranks) ranks_.push_back(std::move(classes));
}

bool StartRules::is_running(State state, std::uint32_t of_class) const {
    const State ages = layout_.ages(state, of_class);
    return !ages.empty() && ages.front() != no_start && ages.front() < timeline_.classes[of_class].duration - 1;
}

bool StartRules::is_ready(State state, std::uint32_t of_class) const {
    const ClassOfOps& here = timeline_.classes[of_class];
    const std::uint32_t started = layout_.started(state, of_class);
    if (started == timeline_.microbatches) return false;
    if (!here.before) return true;
    const auto is_too_young = [&](std::uint32_t age) { return age != no_start && age < here.lag - 1; };
    const auto too_young = std::ranges::count_if(layout_.ages(state, *here.before), is_too_young);
    return layout_.started(state, *here.before) - too_young > started;
}

bool StartRules::has_room(State state, const std::vector<std::uint32_t>& on_rank) const {
    if (!cap_) return true;
    std::uint64_t in_flight = 0;
    for (const std::uint32_t c : on_rank) {
        const OpKind kind = timeline_.classes[c].kind;
        if (kind == OpKind::forward) in_flight += layout_.started(state, c);
        if (kind == OpKind::backward || kind == OpKind::backward_weight) in_flight -= layout_.started(state, c);
    }
    return in_flight < *cap_;
}

// In unit time whatever can run now may as well: what was possible still is, with the op left out later. Only a forward
// can be worse than nothing, for the activation that it holds.
bool StartRules::must_start(const std::vector<Choice>& ready) const {
    const auto holds_nothing = [this](const Choice& choice) {
        return !cap_ || timeline_.classes[*choice].kind != OpKind::forward;
    };
    return unit_time_ && std::ranges::any_of(ready, holds_nothing);
}

std::vector<Choice> StartRules::choices(State state, std::size_t rank) const {
    const std::vector<std::uint32_t>& classes = ranks_[rank];
    if (std::ranges::any_of(classes, [&](std::uint32_t c) { return is_running(state, c); })) return {std::nullopt};
    const bool has_room_for_forward = has_room(state, classes);
    std::vector<Choice> result;
    for (const std::uint32_t c : classes) {
        const bool is_held_back = timeline_.classes[c].kind == OpKind::forward && !has_room_for_forward;
        if (!is_held_back && is_ready(state, c)) result.emplace_back(c);
    }
    if (!must_start(result)) result.emplace_back(std::nullopt);
    return result;
}

}  // namespace tickproof::recheck

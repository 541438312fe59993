#include "smt/search/search.h"

#include <algorithm>
#include <deque>
#include <optional>

#include <fmt/format.h>

#include "smt/search/instance.h"
#include "smt/search/layer.h"

namespace tickproof::search {

namespace {

constexpr std::uint32_t nothing = ~std::uint32_t{0};

class Search {
public:
    Search(const Instance& instance, const SearchLimits& limits) : instance_(instance), limits_(limits) {}

    [[nodiscard]] Result run() {
        start();
        while (layers_.back().size() > 0) {
            if (const auto complete = complete_state()) return Found{schedule_to(*complete)};
            if (const std::string reason = advance(); !reason.empty()) return GaveUp{reason};
        }
        Exhausted exhausted;
        for (const Layer& layer : layers_) exhausted.states.push_back(layer.size());
        return exhausted;
    }

private:
    void start() {
        const std::size_t classes = instance_.classes.size();
        layers_.emplace_back(instance_);
        const State none{std::vector<std::uint8_t>(classes, 0), std::vector<std::uint64_t>(classes, 0)};
        if (!is_late(none, 0)) layers_.back().add(none, 0);
        total_states_ = layers_.back().size();
    }

    [[nodiscard]] std::optional<std::uint32_t> complete_state() const {
        const Layer& layer = layers_.back();
        for (std::uint32_t i = 0; i < layer.size(); ++i) {
            const State state = layer.state(i);
            if (std::ranges::all_of(state.started, [&](auto count) { return count == instance_.microbatches; })) {
                return i;
            }
        }
        return std::nullopt;
    }

    // One tick further; the reason for giving up, or nothing.
    [[nodiscard]] std::string advance() {
        Layer& next = layers_.emplace_back(instance_);
        const Layer& before = layers_[layers_.size() - 2];
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            if (std::string reason = expand(before.state(i), i, next); !reason.empty()) return reason;
        }
        next.close();
        total_states_ += next.size();
        total_bytes_ += next.memory_bytes();
        return "";
    }

    // After each way in which the ranks can choose, as one state can have millions. The clock is looked at now and then
    // only.
    [[nodiscard]] std::string why_stop(const Layer& open) {
        if (total_states_ + open.size() > limits_.max_states) {
            return fmt::format("rlimit: the search has more than {} states", limits_.max_states);
        }
        if (total_bytes_ + open.memory_bytes() > limits_.memory_bytes) return "memory limit";
        constexpr std::uint64_t ways_between_looks = 1024;
        return ways_++ % ways_between_looks == 0 && limits_.why_stop ? limits_.why_stop() : "";
    }

    // Every way in which the ranks can choose, one rank after another like the digits of a number. The reason
    // for giving up, or nothing.
    [[nodiscard]] std::string expand(const State& state, std::uint32_t parent, Layer& into) {
        const std::uint64_t tick = layers_.size() - 2;
        std::vector<std::vector<std::uint32_t>> choices;
        for (const auto& rank : instance_.by_rank) choices.push_back(choices_of(state, rank));
        std::vector<std::size_t> chosen(choices.size(), 0);
        while (true) {
            const State next = after(state, choices, chosen);
            if (!is_late(next, tick + 1)) into.add(next, parent);
            if (std::string reason = why_stop(into); !reason.empty()) return reason;
            std::size_t rank = 0;
            while (rank < chosen.size() && ++chosen[rank] == choices[rank].size()) chosen[rank++] = 0;
            if (rank == chosen.size()) return "";
        }
    }

    [[nodiscard]] State after(const State& state, const std::vector<std::vector<std::uint32_t>>& choices,
                              const std::vector<std::size_t>& chosen) const {
        State next = state;
        for (std::size_t c = 0; c < next.ages.size(); ++c) next.ages[c] = kept(next.ages[c] << 1, c);
        for (std::size_t rank = 0; rank < choices.size(); ++rank) {
            const std::uint32_t c = choices[rank][chosen[rank]];
            if (c == nothing) continue;
            ++next.started[c];
            next.ages[c] |= kept(1, c);
        }
        return next;
    }

    // The ages that still matter.
    [[nodiscard]] std::uint64_t kept(std::uint64_t ages, std::size_t c) const {
        return ages & young(instance_.reach[c]);
    }
    // Those of ops that started less than so many ticks ago.
    [[nodiscard]] static std::uint64_t young(std::uint64_t ticks) { return (std::uint64_t{1} << (ticks - 1)) - 1; }

    [[nodiscard]] std::vector<std::uint32_t> choices_of(const State& state,
                                                        const std::vector<std::uint32_t>& rank) const {
        const bool is_busy = std::ranges::any_of(
            rank, [&](std::uint32_t c) { return (state.ages[c] & young(instance_.classes[c].duration)) != 0; });
        if (is_busy) return {nothing};
        std::vector<std::uint32_t> ready;
        bool may_idle = true;
        for (const std::uint32_t c : rank) {
            if (!is_ready(state, c) || !has_room(state, c, rank)) continue;
            ready.push_back(c);
            const bool holds_nothing_new = !instance_.is_capped || instance_.classes[c].kind != OpKind::forward;
            if (instance_.is_unit && holds_nothing_new) may_idle = false;
        }
        if (may_idle) ready.push_back(nothing);
        return ready;
    }

    [[nodiscard]] bool is_ready(const State& state, std::uint32_t c) const {
        if (state.started[c] == instance_.microbatches) return false;
        const OpClass& one = instance_.classes[c];
        if (!one.before) return true;
        const auto unfinished =
            static_cast<std::uint64_t>(__builtin_popcountll(state.ages[*one.before] & young(one.lag)));
        return state.started[*one.before] - unfinished > state.started[c];
    }

    [[nodiscard]] bool has_room(const State& state, std::uint32_t c, const std::vector<std::uint32_t>& rank) const {
        if (!instance_.is_capped || instance_.classes[c].kind != OpKind::forward) return true;
        std::uint64_t in_flight = 0;
        for (const std::uint32_t other : rank) {
            const OpKind kind = instance_.classes[other].kind;
            if (kind == OpKind::forward) in_flight += state.started[other];
        }
        for (const std::uint32_t other : rank) {
            const OpKind kind = instance_.classes[other].kind;
            if (kind == OpKind::backward || kind == OpKind::backward_weight) in_flight -= state.started[other];
        }
        return in_flight < instance_.cap;
    }

    [[nodiscard]] bool is_late(const State& state, std::uint64_t ticks) const {
        for (std::uint32_t c = 0; c < state.started.size(); ++c) {
            if (state.started[c] < due(instance_, c, ticks)) return true;
        }
        return false;
    }

    // Backwards from the last layer: what a state has more than the one it came from started in that tick.
    [[nodiscard]] Schedule schedule_to(std::uint32_t index) const {
        Schedule schedule;
        for (std::size_t ticks = layers_.size() - 1; ticks > 0; --ticks) {
            const State state = layers_[ticks].state(index);
            index = layers_[ticks].parent(index);
            const State before = layers_[ticks - 1].state(index);
            for (std::uint32_t c = 0; c < state.started.size(); ++c) {
                if (state.started[c] > before.started[c]) schedule.push_back(op_of(c, before.started[c], ticks - 1));
            }
        }
        std::ranges::reverse(schedule);
        return schedule;
    }

    [[nodiscard]] TimedOp op_of(std::uint32_t c, std::uint32_t microbatch, std::uint64_t tick) const {
        const OpClass& one = instance_.classes[c];
        std::uint32_t chunk = 0;
        for (std::uint32_t other = 0; other < c; ++other) {
            const OpClass& lower = instance_.classes[other];
            if (lower.kind == one.kind && lower.rank == one.rank) ++chunk;
        }
        return {tick, one.rank, one.stage, chunk, microbatch, one.kind};
    }

    const Instance& instance_;
    const SearchLimits& limits_;
    std::deque<Layer> layers_;        // whose elements stay where they are
    std::uint64_t ways_ = 0;          // in which the ranks have chosen so far
    std::uint64_t total_states_ = 0;  // of closed layers
    std::uint64_t total_bytes_ = 0;
};

}  // namespace

Result search(const Problem& problem, std::uint64_t horizon_ticks, const SearchLimits& limits) {
    const auto instance = make_instance(problem, horizon_ticks);
    if (!instance) return GaveUp{instance.error()};
    return Search(*instance, limits).run();
}

}  // namespace tickproof::search

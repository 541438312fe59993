#include "smt/recheck/search.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "smt/recheck/start_rules.h"
#include "smt/recheck/state_layout.h"
#include "smt/recheck/state_set.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

namespace {

// A set numbers its states in 32 bits, and a state has two words at least.
constexpr std::uint64_t most_layer_bytes = std::uint64_t{1} << 34;

class Layers {
public:
    Layers(const Timeline& timeline, const StateLayout& layout, std::optional<std::uint64_t> cap, Steps& steps)
        : timeline_(timeline),
          layout_(layout),
          rules_(timeline, layout, cap),
          steps_(steps),
          layer_(layout.words),
          next_(layout.words) {
        set_due(0);
        add_if_in_time(layout_.initial());
        std::swap(layer_, next_);
    }

    [[nodiscard]] std::size_t size() const { return layer_.size(); }
    [[nodiscard]] bool has_complete_state() const { return has_complete_state_; }
    [[nodiscard]] std::uint64_t bytes() const { return layer_.bytes() + next_.bytes(); }

    // Goes on to the layer after so many ticks, until the states are more than `most`, or take too much memory.
    void advance(std::int64_t tick, std::uint64_t most, std::uint64_t memory_bytes) {
        next_ = StateSet(layout_.words);
        set_due(tick);
        for (std::size_t i = 0; i < layer_.size(); ++i) {
            if (next_.size() > most || bytes() > memory_bytes || steps_.exhausted()) break;
            add_successors(layer_[i], most);
        }
        if (bytes() <= memory_bytes) std::swap(layer_, next_);
    }

private:
    // How many ops of each class must have started after so many ticks.
    void set_due(std::int64_t tick) {
        due_.assign(timeline_.classes.size(), 0);
        for (std::size_t c = 0; c < due_.size(); ++c) {
            while (due_[c] < timeline_.microbatches && timeline_.windows.latest(c, due_[c]) < tick) ++due_[c];
            steps_.take(due_[c]);
        }
    }

    void add_if_in_time(State state) {
        bool is_complete = true;
        for (std::size_t c = 0; c < due_.size(); ++c) {
            const std::uint32_t started = layout_.started(state, c);
            if (started < due_[c]) return;
            is_complete = is_complete && started == timeline_.microbatches;
        }
        has_complete_state_ = has_complete_state_ || is_complete;
        next_.insert(state);
    }

    // Every rank's choices with every other's.
    void add_successors(State state, std::uint64_t most) {
        std::vector<std::vector<Choice>> choices;
        for (std::size_t rank = 0; rank < rules_.rank_count(); ++rank) choices.push_back(rules_.choices(state, rank));
        std::vector<std::uint32_t> unchanged(state.begin(), state.end());
        layout_.let_tick_pass(unchanged);
        std::vector<std::uint32_t> successor;
        std::vector<std::size_t> picks(choices.size());
        bool more = true;
        while (more && next_.size() <= most && !steps_.exhausted()) {
            successor = unchanged;
            for (std::size_t rank = 0; rank < picks.size(); ++rank) {
                if (const Choice choice = choices[rank][picks[rank]]) layout_.start(successor, *choice);
            }
            add_if_in_time(successor);
            steps_.take(2 * layout_.words);
            more = pick_next(picks, choices);
        }
    }

    // Counts up, one digit a rank. False after the last.
    [[nodiscard]] static bool pick_next(std::vector<std::size_t>& picks,
                                        const std::vector<std::vector<Choice>>& choices) {
        for (std::size_t rank = 0; rank < picks.size(); ++rank) {
            if (++picks[rank] < choices[rank].size()) return true;
            picks[rank] = 0;
        }
        return false;
    }

    const Timeline& timeline_;
    const StateLayout& layout_;
    StartRules rules_;
    Steps& steps_;
    StateSet layer_;
    StateSet next_;
    std::vector<std::uint32_t> due_;  // by class
    bool has_complete_state_ = false;
};

[[nodiscard]] std::string after(std::size_t ticks) {
    return fmt::format("after {} tick{}", ticks, ticks == 1 ? "" : "s");
}

[[nodiscard]] Verdict compare(Layers& layers, const std::vector<std::uint64_t>& expected, std::uint64_t memory_bytes,
                              const Steps& steps) {
    for (std::size_t tick = 0;; ++tick) {
        if (layers.bytes() > memory_bytes) {
            return Undecided{fmt::format(
                "search: the layer after {} ticks takes more memory than the limit of {} bytes", tick, memory_bytes)};
        }
        if (steps.exhausted()) return steps.undecided("search");
        if (layers.has_complete_state()) {
            return NotEstablished{fmt::format("search: after {} ticks every op can have started", tick)};
        }
        if (layers.size() != expected[tick]) {
            return NotEstablished{fmt::format("search: the number of states {} is claimed to be {} and is {}",
                                              after(tick), expected[tick],
                                              layers.size() > expected[tick] ? "more" : "less")};
        }
        const bool is_last = tick + 1 == expected.size();
        if (is_last && layers.size() > 0) {
            return NotEstablished{fmt::format("search: the layers end {}, where there still are states", after(tick))};
        }
        if (!is_last && layers.size() == 0) {
            return NotEstablished{fmt::format("search: {} there is no state left, and the layers go on", after(tick))};
        }
        if (is_last) return Established{};
        layers.advance(static_cast<std::int64_t>(tick + 1), expected[tick + 1], memory_bytes);
    }
}

}  // namespace

Verdict check_state_counts(const Problem& problem, std::uint64_t lower, const certificate::StateCounts& counts,
                           std::uint64_t memory_bytes, Steps& steps) {
    if (counts.horizon != lower - 1) {
        return NotEstablished{fmt::format("search: a horizon of {} says nothing of {} ticks", counts.horizon, lower)};
    }
    if (counts.states.empty()) return NotEstablished{"search: it has no layer"};
    const std::expected<Timeline, Undecided> timeline = timeline_of(problem, counts.horizon);
    if (!timeline) return timeline.error();
    const std::expected<StateLayout, Undecided> layout = state_layout_of(*timeline);
    if (!layout) return layout.error();
    Layers layers(*timeline, *layout, problem.max_in_flight, steps);
    return compare(layers, counts.states, std::min(memory_bytes, most_layer_bytes), steps);
}

}  // namespace tickproof::recheck

#include "fuzz/slow/simulation.h"

#include <algorithm>
#include <limits>

#include "fuzz/slow/table.h"

namespace tickproof::slow {

namespace {

// One rank, as it goes through time.
struct Rank {
    Moment busy_until = 0;
    std::uint64_t in_flight = 0;
    std::uint64_t in_flight_input = 0;  // freed at the input gradient
};

class Simulation {
public:
    Simulation(const Problem& problem, std::span<const TimedOp> ops)
        : problem_(problem), table_(problem), ops_(ops), ranks_(problem.ranks) {
        seen_.peaks.resize(problem.ranks);
        seen_.peaks_freed_at_input_gradient.resize(problem.ranks);
    }

    [[nodiscard]] Seen run() && {
        Schedule in_time(ops_.begin(), ops_.end());
        std::ranges::stable_sort(in_time, {}, &TimedOp::start_tick);
        for (const TimedOp& op : in_time) start(op);
        seen_.complete &= table_.complete();
        return std::move(seen_);
    }

private:
    void start(const TimedOp& op) {
        if (op.rank != problem_.placement.rank_of(op.stage)) seen_.at_home = false;
        if (op.rank < problem_.ranks) occupy(op);
        if (!table_.holds(op) || table_.at(op)) {
            seen_.complete = false;
            return;
        }
        if (!table_.ready(op, op.start_tick)) seen_.inputs_usable = false;
        table_.at(op) = Start{op.start_tick, op.rank};
        if (op.rank < problem_.ranks) count_in_flight(op);
    }

    void occupy(const TimedOp& op) {
        Rank& rank = ranks_[op.rank];
        if (rank.busy_until > op.start_tick) seen_.one_at_a_time = false;
        rank.busy_until = std::max(rank.busy_until, Moment{op.start_tick} + problem_.duration(op.kind));
    }

    void count_in_flight(const TimedOp& op) {
        Rank& rank = ranks_[op.rank];
        if (op.kind == OpKind::forward) {
            ++rank.in_flight;
            ++rank.in_flight_input;
            if (problem_.max_in_flight && rank.in_flight > *problem_.max_in_flight) seen_.within_cap = false;
        }
        if (op.kind == OpKind::backward || op.kind == OpKind::backward_weight) --rank.in_flight;
        if (op.kind == OpKind::backward || op.kind == OpKind::backward_input) --rank.in_flight_input;
        if (op.kind != OpKind::forward) return;
        seen_.peaks[op.rank] = std::max(seen_.peaks[op.rank], rank.in_flight);
        std::uint64_t& other = seen_.peaks_freed_at_input_gradient[op.rank];
        other = std::max(other, rank.in_flight_input);
    }

    const Problem& problem_;
    Table table_;
    std::span<const TimedOp> ops_;
    std::vector<Rank> ranks_;
    Seen seen_;
};

}  // namespace

bool fits(const Problem& problem) {
    const bool is_some = problem.ranks > 0 && problem.chunks > 0 && problem.microbatches > 0;
    return is_some && saturating_mul(problem.stages(), problem.microbatches) <= most_cells;
}

Seen simulate(const Problem& problem, std::span<const TimedOp> ops) { return Simulation(problem, ops).run(); }

std::string in_words(const Seen& seen) {
    std::string words;
    const auto add = [&](bool kept, const char* word) {
        if (!kept) words.append(words.empty() ? "" : ", ").append(word);
    };
    add(seen.complete, "exactly-once");
    add(seen.inputs_usable, "dependency");
    add(seen.one_at_a_time, "one-op");
    add(seen.at_home, "own-rank");
    add(seen.within_cap, "in-flight-cap");
    return words.empty() ? "valid" : words;
}

std::uint64_t makespan(const Problem& problem, std::span<const TimedOp> ops) {
    Moment last = 0;
    for (const TimedOp& op : ops) last = std::max(last, Moment{op.start_tick} + problem.duration(op.kind));
    return static_cast<std::uint64_t>(std::min<Moment>(last, std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace tickproof::slow

// A worklist: an op joins it when the last of what it awaits has ended, so each op and each wait is looked at once.
//
// What an op awaits besides its inputs is the op before it on its rank. Ops that never join the list are blocked, and
// the first such op of a rank lacks an input that has not run either: following these leads into a cycle.
#include "properties/check/execute.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"
#include "properties/check/inputs.h"

namespace tickproof::check {

namespace {

class Run {
public:
    Run(const Problem& problem, const Orders& orders)
        : problem_(problem),
          ops_(compute_ops(problem, orders)),
          index_(problem, ops_),
          awaited_(ops_.size()),
          rank_count_(orders.by_rank.size()) {}

    [[nodiscard]] Execution go() && {
        run();
        const auto never_run =
            static_cast<std::uint64_t>(std::ranges::count_if(awaited_, [](std::uint8_t count) { return count > 0; }));
        if (never_run > 0) return Deadlock{find_cycle(), never_run};
        return Executed{std::move(ops_), makespan_ticks_};
    }

private:
    void run() {
        std::vector<std::uint32_t> ready;
        for (std::uint32_t position = 0; position < ops_.size(); ++position) {
            awaited_[position] = count_awaited(position);
            if (awaited_[position] == 0) ready.push_back(position);
        }
        while (!ready.empty()) {
            const std::uint32_t position = ready.back();
            ready.pop_back();
            finish(position, ready);
        }
    }

    [[nodiscard]] bool follows_on_rank(std::size_t position) const {
        return position > 0 && position < ops_.size() && ops_[position - 1].rank == ops_[position].rank;
    }

    [[nodiscard]] std::uint8_t count_awaited(std::uint32_t position) const {
        std::uint8_t count = follows_on_rank(position) ? 1 : 0;
        each_input(index_, ops_[position], [&count](std::uint32_t) { ++count; });
        return count;
    }

    void finish(std::uint32_t position, std::vector<std::uint32_t>& ready) {
        const TimedOp& op = ops_[position];
        const std::uint64_t end = saturating_add(op.start_tick, problem_.duration(op.kind));
        makespan_ticks_ = std::max(makespan_ticks_, end);
        const auto release = [&](std::uint32_t next, std::uint64_t earliest) {
            ops_[next].start_tick = std::max(ops_[next].start_tick, earliest);
            if (--awaited_[next] == 0) ready.push_back(next);
        };
        if (follows_on_rank(std::size_t{position} + 1)) release(position + 1, end);
        each_output(index_, op, [&](std::uint32_t output) {
            release(output, saturating_add(op.start_tick, ticks_until_usable(problem_, op, ops_[output])));
        });
    }

    // An input that has not run, one of the op's own rank if there is one: that makes the shorter cycle.
    [[nodiscard]] std::uint32_t missing_input(std::uint32_t position) const {
        std::uint32_t missing = OpIndex::none;
        each_input(index_, ops_[position], [&](std::uint32_t input) {
            const bool is_own = ops_[input].rank == ops_[position].rank;
            if (awaited_[input] > 0 && (missing == OpIndex::none || is_own)) missing = input;
        });
        return missing;
    }

    // Of each rank: the first op that has not run.
    [[nodiscard]] std::vector<std::uint32_t> blocked_heads() const {
        std::vector<std::uint32_t> heads(rank_count_, OpIndex::none);
        for (std::uint32_t position = 0; position < ops_.size(); ++position) {
            std::uint32_t& head = heads[ops_[position].rank];
            if (awaited_[position] > 0 && head == OpIndex::none) head = position;
        }
        return heads;
    }

    [[nodiscard]] std::size_t position_on_rank(std::uint32_t position) const {
        std::size_t first = position;
        while (follows_on_rank(first)) --first;
        return position - first;
    }

    [[nodiscard]] std::vector<Wait> find_cycle() const {
        const std::vector<std::uint32_t> heads = blocked_heads();
        const auto next = [&](std::uint32_t head) { return heads[ops_[missing_input(head)].rank]; };
        const std::uint32_t first =
            *std::ranges::find_if(heads, [](std::uint32_t head) { return head != OpIndex::none; });
        std::uint32_t member = first;  // after as many steps as there are ranks the walk is on the cycle
        for (std::size_t steps = 0; steps < rank_count_; ++steps) member = next(member);

        std::vector<Wait> cycle;
        const std::uint32_t start = member;
        do {
            const TimedOp& blocked = ops_[member];
            cycle.push_back({blocked.rank, position_on_rank(member), blocked, ops_[missing_input(member)]});
            member = next(member);
        } while (member != start);
        return cycle;
    }

    const Problem& problem_;
    Schedule ops_;  // start_tick: the latest end of what has run so far and is awaited
    OpIndex index_;
    std::vector<std::uint8_t> awaited_;  // how many ops each op still awaits: at most two inputs and one of its rank
    std::size_t rank_count_;
    std::uint64_t makespan_ticks_ = 0;
};

}  // namespace

Execution execute(const Problem& problem, const Orders& orders) { return Run(problem, orders).go(); }

std::string in_words(const Deadlock& deadlock) {
    constexpr std::size_t named = 16;
    std::string words;
    for (std::size_t i = 0; i < deadlock.cycle.size() && i < named; ++i) {
        const Wait& wait = deadlock.cycle[i];
        words += fmt::format("{}rank {} waits at op {} ({}) for {}", i == 0 ? "" : "; ", wait.rank, wait.position,
                             op_token(wait.blocked), op_token(wait.awaited));
    }
    if (deadlock.cycle.size() > named) {
        words += fmt::format("; and so on over {}", counted(deadlock.cycle.size(), "rank"));
    }
    return words;
}

}  // namespace tickproof::check

#include "properties/generators/schedules.h"

#include <algorithm>
#include <utility>

namespace tickproof::generators {

namespace {

class ListScheduling {
public:
    explicit ListScheduling(const SeededProblem& seeded)
        : problem_(seeded.problem),
          draw_(seeded.seed),
          rank_free_(problem_.ranks),
          left_(problem_.microbatches),
          by_rank_(problem_.ranks) {
        for (std::uint32_t m = 0; m < problem_.microbatches; ++m) waiting_.push_back(m);
        draw_.shuffle(std::span(waiting_));
    }

    [[nodiscard]] std::vector<Schedule> go() && {
        admit();
        while (!ready_.empty()) {
            std::swap(ready_[draw_.below(ready_.size())], ready_.back());
            const TimedOp op = ready_.back();
            ready_.pop_back();
            run(op);
            admit();
        }
        return std::move(by_rank_);
    }

private:
    void admit() {
        const std::uint64_t room =
            problem_.max_in_flight ? *problem_.max_in_flight / least_cap(problem_) : problem_.microbatches;
        while (!waiting_.empty() && inside_ < room) {
            ++inside_;
            make_ready(OpKind::forward, 0, waiting_.back(), 0);
            waiting_.pop_back();
        }
    }

    // `usable_tick`: when the last of its inputs has ended, without the hop. start_tick holds it until the op runs.
    void make_ready(OpKind kind, std::uint32_t stage, std::uint32_t microbatch, std::uint64_t usable_tick) {
        ready_.push_back({.start_tick = usable_tick,
                          .rank = static_cast<std::uint32_t>(problem_.placement.rank_of(stage)),
                          .stage = stage,
                          .chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(stage)),
                          .microbatch = microbatch,
                          .kind = kind});
        ++left_[microbatch];
    }

    void run(TimedOp op) {
        const std::uint64_t pause = draw_.one_in(8) ? draw_.below(5) : 0;
        op.start_tick = std::max(op.start_tick, rank_free_[op.rank]) + pause;
        const std::uint64_t end = op.start_tick + problem_.duration(op.kind);
        rank_free_[op.rank] = end;
        by_rank_[op.rank].push_back(op);
        release(op, end);
        if (--left_[op.microbatch] == 0) --inside_;
    }

    // A result is usable on another rank only after the hop.
    [[nodiscard]] std::uint64_t arrival(const TimedOp& from, std::uint32_t to_stage, std::uint64_t end) const {
        return problem_.placement.rank_of(to_stage) == from.rank ? end : end + problem_.hop_latency_ticks;
    }

    void release(const TimedOp& op, std::uint64_t end) {
        switch (op.kind) {
            case OpKind::forward:
                if (op.stage + 1 < problem_.stages()) {
                    make_ready(OpKind::forward, op.stage + 1, op.microbatch, arrival(op, op.stage + 1, end));
                } else {
                    make_backward_ready(op.stage, op.microbatch, end);
                }
                break;
            case OpKind::backward_input:
                make_ready(OpKind::backward_weight, op.stage, op.microbatch, end);
                [[fallthrough]];
            case OpKind::backward:
                if (op.stage > 0) make_backward_ready(op.stage - 1, op.microbatch, arrival(op, op.stage - 1, end));
                break;
            case OpKind::backward_weight:
                break;
        }
    }

    // A rank's own forward has ended by then: its output went through all later stages and came back as a gradient.
    void make_backward_ready(std::uint32_t stage, std::uint32_t microbatch, std::uint64_t usable_tick) {
        const BackwardForm form = problem_.backward_form;
        const bool split = form == BackwardForm::split || (form == BackwardForm::any && draw_.one_in(2));
        make_ready(split ? OpKind::backward_input : OpKind::backward, stage, microbatch, usable_tick);
    }

    const Problem& problem_;
    Draw draw_;
    std::vector<std::uint32_t> waiting_;  // microbatches not yet let in
    std::uint64_t inside_ = 0;
    std::vector<TimedOp> ready_;
    std::vector<std::uint64_t> rank_free_;
    std::vector<std::uint64_t> left_;  // ready ops of each microbatch; none: it is through
    std::vector<Schedule> by_rank_;
};

Orders orders_for(const Problem& problem, const std::vector<Schedule>& by_rank) {
    Orders orders;
    orders.ranks = problem.ranks;
    orders.chunks = problem.chunks;
    orders.microbatches = problem.microbatches;
    orders.placement = problem.placement;
    for (const Schedule& ops : by_rank) {
        std::vector<Action>& actions = orders.by_rank.emplace_back();
        for (const TimedOp& op : ops)
            actions.push_back({static_cast<ActionKind>(op.kind), false, op.stage, op.microbatch});
    }
    return orders;
}

}  // namespace

Schedule random_schedule(const SeededProblem& seeded) {
    Schedule all;
    for (const Schedule& ops : ListScheduling(seeded).go()) all.insert(all.end(), ops.begin(), ops.end());
    return all;
}

Orders random_orders(const SeededProblem& seeded) { return orders_for(seeded.problem, ListScheduling(seeded).go()); }

Orders shuffled_orders(const SeededProblem& seeded) {
    Orders orders = random_orders(seeded);
    Draw draw(~seeded.seed);
    for (std::vector<Action>& actions : orders.by_rank) draw.shuffle(std::span(actions));
    return orders;
}

Orders disturbed_orders(const SeededProblem& seeded) {
    Orders orders = random_orders(seeded);
    Draw draw(~seeded.seed);
    for (std::uint64_t swaps = draw.between(1, 4); swaps > 0; --swaps) {
        std::vector<Action>& actions = orders.by_rank[draw.below(orders.by_rank.size())];
        if (actions.size() < 2) continue;
        const std::size_t first = draw.below(actions.size() - 1);
        std::swap(actions[first], actions[first + 1]);
    }
    return orders;
}

}  // namespace tickproof::generators

#include "fuzz/decode/schedule.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "planner/model/orders_of.h"

namespace tickproof::fuzz {

namespace {

// An op that may come next, and when its inputs are there.
struct Next {
    OpKind kind;
    std::uint32_t stage;
    std::uint32_t microbatch;
    std::uint64_t usable_tick;
};

class Builder {
public:
    Builder(Bytes& bytes, const Problem& problem) : bytes_(bytes), problem_(problem), free_tick_(problem.ranks) {}

    [[nodiscard]] Schedule build() && {
        for (std::uint32_t m = 0; m < problem_.microbatches; ++m) next_.push_back({OpKind::forward, 0, m, 0});
        while (!next_.empty()) place(take());
        return std::move(schedule_);
    }

private:
    Next take() {
        const std::size_t chosen = bytes_.between(0, next_.size() - 1);
        const Next next = next_[chosen];
        next_.erase(next_.begin() + static_cast<std::ptrdiff_t>(chosen));
        return next;
    }

    void place(const Next& next) {
        const auto rank = static_cast<std::uint32_t>(problem_.placement.rank_of(next.stage));
        const std::uint64_t gap = bytes_.one_in(8) ? bytes_.between(0, 3) : 0;
        const std::uint64_t start = std::max(free_tick_[rank], next.usable_tick) + gap;
        const auto chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(next.stage));
        schedule_.push_back({start, rank, next.stage, chunk, next.microbatch, next.kind});
        free_tick_[rank] = start + problem_.duration(next.kind);
        add_successors(next, rank, free_tick_[rank]);
    }

    void add_successors(const Next& done, std::uint32_t rank, std::uint64_t end) {
        if (done.kind == OpKind::forward && done.stage + 1 < problem_.stages()) {
            add(OpKind::forward, done.stage + 1, done.microbatch, rank, end);
        } else if (done.kind == OpKind::forward) {
            add(backward(), done.stage, done.microbatch, rank, end);
        } else if (done.kind != OpKind::backward_weight && done.stage > 0) {
            // Its own forward has ended long since: it is what led here.
            add(backward(), done.stage - 1, done.microbatch, rank, end);
        }
        if (done.kind == OpKind::backward_input) {
            add(OpKind::backward_weight, done.stage, done.microbatch, rank, end);
        }
    }

    void add(OpKind kind, std::uint32_t stage, std::uint32_t microbatch, std::uint32_t from_rank, std::uint64_t end) {
        const bool hops = problem_.placement.rank_of(stage) != from_rank;
        next_.push_back({kind, stage, microbatch, end + (hops ? problem_.hop_latency_ticks : 0)});
    }

    [[nodiscard]] OpKind backward() {
        if (problem_.backward_form == BackwardForm::full) return OpKind::backward;
        if (problem_.backward_form == BackwardForm::split) return OpKind::backward_input;
        return bytes_.one_in(2) ? OpKind::backward_input : OpKind::backward;
    }

    Bytes& bytes_;
    const Problem& problem_;
    std::vector<std::uint64_t> free_tick_;  // by rank
    std::vector<Next> next_;
    Schedule schedule_;
};

template <class T>
T low_or_any(Bytes& bytes, std::uint64_t most) {
    return static_cast<T>(bytes.one_in(32) ? bytes.any() : bytes.between(0, most));
}

void change(Bytes& bytes, const Problem& problem, std::vector<Action>& row) {
    if (row.empty()) return;
    const std::size_t at = bytes.between(0, row.size() - 1);
    const std::size_t other = bytes.between(0, row.size() - 1);
    switch (bytes.between(0, 7)) {
        case 0:
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 1:
            row.push_back(row[at]);
            break;
        case 2:
            row[at].stage = low_or_any<std::uint32_t>(bytes, problem.stages());
            break;
        case 3:
            row[at].microbatch = low_or_any<std::uint32_t>(bytes, problem.microbatches);
            break;
        case 4:
            row[at].kind = static_cast<ActionKind>(bytes.between(0, 10));
            break;
        case 5:
            row[at].overlaps_next = at + 1 < row.size();
            break;
        default:
            std::swap(row[at], row[other]);
            break;
    }
}

}  // namespace

Schedule decode_valid_schedule(Bytes& bytes, const Problem& problem) { return Builder(bytes, problem).build(); }

Schedule decode_any_schedule(Bytes& bytes, const Problem& problem) {
    Schedule ops(bytes.between(0, 40));
    for (TimedOp& op : ops) {
        op.start_tick = low_or_any<std::uint64_t>(bytes, 31);
        op.rank = low_or_any<std::uint32_t>(bytes, problem.ranks);
        op.stage = low_or_any<std::uint32_t>(bytes, problem.stages());
        op.chunk = low_or_any<std::uint32_t>(bytes, problem.chunks);
        op.microbatch = low_or_any<std::uint32_t>(bytes, problem.microbatches);
        op.kind = static_cast<OpKind>(bytes.between(0, 3));
    }
    return ops;
}

Orders decode_orders(Bytes& bytes, const Problem& problem) {
    Orders orders = orders_of(problem, decode_valid_schedule(bytes, problem));
    for (std::uint64_t changes = bytes.between(0, 3); changes > 0; --changes) {
        change(bytes, problem, orders.by_rank[bytes.between(0, orders.by_rank.size() - 1)]);
    }
    if (bytes.one_in(32)) orders.by_rank.pop_back();
    return orders;
}

}  // namespace tickproof::fuzz

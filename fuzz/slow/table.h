// What has happened so far in each cell, a stage of one microbatch: when which op has started.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

// Times near 2^64 must not wrap.
__extension__ using Moment = unsigned __int128;

struct Start {
    Moment tick = 0;
    std::uint32_t rank = 0;
};

// Whether backwards of this kind exist in the problem.
[[nodiscard]] inline bool has_kind(const Problem& problem, OpKind kind) {
    switch (kind) {
        case OpKind::forward:
            return true;
        case OpKind::backward:
            return problem.backward_form != BackwardForm::split;
        case OpKind::backward_input:
        case OpKind::backward_weight:
            return problem.backward_form != BackwardForm::full;
    }
    return false;
}

class Table {
public:
    explicit Table(const Problem& problem) : problem_(problem), cells_(problem.stages() * problem.microbatches) {}

    [[nodiscard]] bool holds(const TimedOp& op) const {
        return op.stage < problem_.stages() && op.microbatch < problem_.microbatches && has_kind(problem_, op.kind);
    }
    // Requires holds(op).
    [[nodiscard]] std::optional<Start>& at(const TimedOp& op) { return at(op.kind, op.stage, op.microbatch); }
    [[nodiscard]] const std::optional<Start>& of(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
        return cells_[microbatch * problem_.stages() + stage][static_cast<std::size_t>(kind)];
    }
    // Whether the result of that op is there for `rank` at `now`.
    [[nodiscard]] bool usable(OpKind kind, std::uint64_t stage, std::uint64_t microbatch, std::uint32_t rank,
                              Moment now) const {
        const std::optional<Start>& start = of(kind, stage, microbatch);
        if (!start) return false;
        const Moment hop = start->rank == rank ? 0 : problem_.hop_latency_ticks;
        return start->tick + problem_.duration(kind) + hop <= now;
    }
    // Whether all that `op` needs is there on its rank. Requires holds(op).
    [[nodiscard]] bool ready(const TimedOp& op, Moment now) const {
        const auto has = [&](OpKind kind, std::uint64_t stage) {
            return usable(kind, stage, op.microbatch, op.rank, now);
        };
        const auto has_gradient = [&](std::uint64_t stage) {
            return has(OpKind::backward, stage) || has(OpKind::backward_input, stage);
        };
        const bool is_last = std::uint64_t{op.stage} + 1 == problem_.stages();
        switch (op.kind) {
            case OpKind::forward:
                return op.stage == 0 || has(OpKind::forward, op.stage - 1);
            case OpKind::backward_weight:
                return has(OpKind::backward_input, op.stage);
            default:
                return has(OpKind::forward, op.stage) && (is_last || has_gradient(op.stage + 1));
        }
    }
    // Whether every cell has its F, and its B or its I and W, and not both.
    [[nodiscard]] bool complete() const {
        for (const auto& [forward, full, input, weight] : cells_) {
            const bool as_full = full && !input && !weight;
            const bool as_split = !full && input && weight;
            if (!forward || !(as_full || as_split)) return false;
        }
        return true;
    }

private:
    [[nodiscard]] std::optional<Start>& at(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) {
        return cells_[microbatch * problem_.stages() + stage][static_cast<std::size_t>(kind)];
    }

    const Problem& problem_;
    std::vector<std::array<std::optional<Start>, 4>> cells_;  // by OpKind
};

}  // namespace tickproof::slow

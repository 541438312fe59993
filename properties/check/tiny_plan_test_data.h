// Valid plans for tests, made without a planner: all forwards, chunk after chunk, then all backwards the same way back,
// each op as early as its rank and its input allow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof::check {

// Sorts the events and computes the figures anew, so that a planted fault spoils nothing but what it is meant to.
inline Plan with_figures(Plan plan) {
    std::ranges::sort(plan.events, {}, [](const TimedOp& op) { return std::tuple{op.start_tick, op.rank}; });
    PlanMetrics& metrics = plan.metrics;
    metrics.total_events = plan.events.size();
    metrics.total_ticks = plan.events.empty() ? 0 : plan.events.back().start_tick + 1;
    metrics.stage_busy_ticks.assign(plan.physical_stage_count, 0);
    for (const TimedOp& op : plan.events) ++metrics.stage_busy_ticks[op.rank];
    metrics.stage_idle_ticks.clear();
    std::uint64_t idle = 0;
    for (const std::uint64_t busy : metrics.stage_busy_ticks) {
        metrics.stage_idle_ticks.push_back(metrics.total_ticks - busy);
        idle += metrics.total_ticks - busy;
    }
    metrics.bubble_fraction =
        static_cast<float>(idle) / static_cast<float>(metrics.total_ticks * plan.physical_stage_count);
    return plan;
}

// With `uses_results_at_once` a forward runs in the very tick that makes its input: a fault met in practice.
class TinyPlanner {
public:
    TinyPlanner(std::uint32_t ranks, std::uint32_t chunks, std::uint32_t microbatches, bool uses_results_at_once)
        : ranks_(ranks),
          chunks_(chunks),
          microbatches_(microbatches),
          forward_ticks_(uses_results_at_once ? 0 : 1),
          rank_free_(ranks),
          usable_(microbatches) {}

    [[nodiscard]] Plan plan() && {
        for (std::uint32_t chunk = 0; chunk < chunks_; ++chunk) run_chunk(chunk, OpKind::forward);
        for (std::uint32_t chunk = chunks_; chunk-- > 0;) run_chunk(chunk, OpKind::backward);
        plan_.n_layer = std::uint64_t{ranks_} * chunks_ * 2;
        plan_.physical_stage_count = ranks_;
        plan_.virtual_stages_per_rank = chunks_;
        plan_.total_virtual_stages = std::uint64_t{ranks_} * chunks_;
        plan_.microbatches = microbatches_;
        for (std::uint64_t stage = 0; stage < plan_.total_virtual_stages; ++stage) {
            plan_.stage_assignments.push_back({stage, stage % ranks_, stage / ranks_, {2 * stage, 2 * stage + 2}});
        }
        return with_figures(std::move(plan_));
    }

private:
    void run_chunk(std::uint32_t chunk, OpKind kind) {
        const std::uint64_t ticks = kind == OpKind::forward ? forward_ticks_ : 1;
        for (std::uint32_t microbatch = 0; microbatch < microbatches_; ++microbatch) {
            for (std::uint32_t i = 0; i < ranks_; ++i) {
                const std::uint32_t rank = kind == OpKind::forward ? i : ranks_ - 1 - i;
                const std::uint64_t start = std::max(rank_free_[rank], usable_[microbatch]);
                plan_.events.push_back({start, rank, chunk * ranks_ + rank, chunk, microbatch, kind});
                rank_free_[rank] = start + 1;
                usable_[microbatch] = start + ticks;
            }
        }
    }

    std::uint32_t ranks_;
    std::uint32_t chunks_;
    std::uint32_t microbatches_;
    std::uint64_t forward_ticks_;
    std::vector<std::uint64_t> rank_free_;
    std::vector<std::uint64_t> usable_;  // tick from which the microbatch's last result is usable
    Plan plan_;
};

inline Plan tiny_plan(std::uint32_t ranks, std::uint32_t chunks, std::uint32_t microbatches,
                      bool uses_results_at_once = false) {
    return TinyPlanner(ranks, chunks, microbatches, uses_results_at_once).plan();
}

inline TimedOp& event(Plan& plan, OpKind kind, std::uint32_t stage, std::uint32_t microbatch) {
    return *std::ranges::find_if(plan.events, [=](const TimedOp& op) {
        return op.kind == kind && op.stage == stage && op.microbatch == microbatch;
    });
}

}  // namespace tickproof::check

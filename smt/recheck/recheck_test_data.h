// Certificates that hold, to be tampered with, and problems in one line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "planner/optimal_planner.h"
#include "smt/certificate/certificate.h"
#include "smt/recheck/recheck.h"

namespace tickproof::recheck {

using certificate::Certificate;

[[nodiscard]] inline Problem unit_problem(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches,
                                          std::optional<std::uint64_t> cap = std::nullopt) {
    Problem problem;
    problem.ranks = ranks;
    problem.chunks = chunks;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(ranks);
    problem.max_in_flight = cap;
    return problem;
}

[[nodiscard]] inline Schedule optimal_schedule(const Problem& problem) {
    PipelineConfig config;
    config.n_layer = problem.stages();
    config.stage_count = problem.ranks;
    config.virtual_stages_per_rank = problem.chunks;
    config.schedule = ScheduleKind::optimal;
    config.microbatches = problem.microbatches;
    return optimal_events(config);
}

// All ops of a microbatch, then all of the next: valid under any cap that a problem can have, and slow.
[[nodiscard]] inline Schedule serial_schedule(const Problem& problem) {
    Schedule ops;
    std::uint64_t tick = 0;
    const auto run = [&](OpKind kind, std::uint64_t stage, std::uint64_t microbatch) {
        ops.push_back({tick, static_cast<std::uint32_t>(problem.placement.rank_of(stage)),
                       static_cast<std::uint32_t>(stage), static_cast<std::uint32_t>(problem.placement.chunk_of(stage)),
                       static_cast<std::uint32_t>(microbatch), kind});
        tick += problem.duration(kind) + problem.hop_latency_ticks;
    };
    for (std::uint64_t microbatch = 0; microbatch < problem.microbatches; ++microbatch) {
        for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) run(OpKind::forward, stage, microbatch);
        for (std::uint64_t stage = problem.stages(); stage-- > 0;) {
            if (problem.backward_form == BackwardForm::full) {
                run(OpKind::backward, stage, microbatch);
            } else {
                run(OpKind::backward_input, stage, microbatch);
                run(OpKind::backward_weight, stage, microbatch);
            }
        }
    }
    return ops;
}

[[nodiscard]] inline std::uint64_t makespan_of(const Problem& problem, const Schedule& schedule) {
    std::uint64_t ticks = 0;
    for (const TimedOp& op : schedule) ticks = std::max(ticks, op.start_tick + problem.duration(op.kind));
    return ticks;
}

// "established", or why not.
[[nodiscard]] inline std::string in_words(const Verdict& verdict) {
    if (const auto* refused = std::get_if<NotEstablished>(&verdict)) return "not established: " + refused->why;
    if (const auto* undecided = std::get_if<Undecided>(&verdict)) return "undecided: " + undecided->why;
    return "established";
}

}  // namespace tickproof::recheck

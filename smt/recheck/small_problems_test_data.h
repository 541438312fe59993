// Small problems of every kind: placements, backward forms, durations, latency, caps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "smt/recheck/chain.h"
#include "smt/recheck/recheck_test_data.h"

namespace tickproof::recheck {

// No placement spreads the stages more unevenly than these lists: one rank holds most, another may hold none.
[[nodiscard]] inline std::vector<Placement> small_placements(std::uint64_t ranks, std::uint64_t chunks) {
    std::vector<Placement> placements{Placement::loop(ranks), Placement::v_shaped(ranks)};
    std::vector<std::uint32_t> uneven(ranks * chunks, static_cast<std::uint32_t>(ranks - 1));
    uneven.front() = 0;
    placements.push_back(Placement::listed(uneven));
    return placements;
}

[[nodiscard]] inline std::vector<Durations> small_durations() {
    return {{}, {.forward = 1, .backward = 2, .backward_input = 1, .backward_weight = 2}, {3, 1, 2, 1}};
}

[[nodiscard]] inline std::uint64_t most_stages(const Problem& problem) {
    std::vector<std::uint64_t> stages(problem.ranks);
    for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) ++stages[problem.placement.rank_of(stage)];
    return std::ranges::max(stages);
}

// Without a cap, with the least one that leaves a schedule, and with the next.
inline void append_with_caps(std::vector<Problem>& problems, Problem problem) {
    const std::uint64_t least = most_stages(problem);
    problems.push_back(problem);
    problem.max_in_flight = least;
    problems.push_back(problem);
    problem.max_in_flight = least + 1;
    problems.push_back(problem);
}

[[nodiscard]] inline std::vector<Problem> small_problems(std::uint64_t most_ranks, std::uint64_t most_chunks,
                                                         std::uint64_t most_microbatches) {
    std::vector<Problem> problems;
    for (std::uint64_t ranks = 1; ranks <= most_ranks; ++ranks) {
        for (std::uint64_t chunks = 1; chunks <= most_chunks; ++chunks) {
            for (std::uint64_t microbatches = 1; microbatches <= most_microbatches; ++microbatches) {
                for (const Placement& placement : small_placements(ranks, chunks)) {
                    for (const Durations& durations : small_durations()) {
                        for (const std::uint64_t latency : {0U, 2U}) {
                            Problem problem = unit_problem(ranks, chunks, microbatches);
                            problem.placement = placement;
                            problem.durations = durations;
                            problem.hop_latency_ticks = latency;
                            append_with_caps(problems, problem);
                            problem.backward_form = BackwardForm::split;
                            append_with_caps(problems, problem);
                        }
                    }
                }
            }
        }
    }
    return problems;
}

[[nodiscard]] inline std::string in_words(const Problem& problem) {
    const bool listed = problem.placement.kind() == Placement::Kind::listed;
    const bool loop = problem.placement.kind() == Placement::Kind::loop;
    return fmt::format("S{}V{}M{} {} {} F{} B{} I{} W{} latency {} cap {}", problem.ranks, problem.chunks,
                       problem.microbatches, listed ? "list" : (loop ? "loop" : "v"), name(problem.backward_form),
                       problem.durations.forward, problem.durations.backward, problem.durations.backward_input,
                       problem.durations.backward_weight, problem.hop_latency_ticks,
                       problem.max_in_flight ? std::to_string(*problem.max_in_flight) : "none");
}

// The ticks of a microbatch alone: with one tick less some window is empty.
[[nodiscard]] inline std::uint64_t chain_ticks(const Problem& problem) {
    const bool is_full = problem.backward_form == BackwardForm::full;
    const OpKind last = is_full ? OpKind::backward : OpKind::backward_weight;
    return Chain(problem).head(last, 0) + problem.duration(last);
}

}  // namespace tickproof::recheck

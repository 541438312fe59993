// The figures of a plan, found from its events alone, for the rules that judge the figures it claims.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof::check {

struct Figures {
    std::uint64_t last_tick = 0;    // 0 without events
    std::uint64_t total_ticks = 0;  // one more than the last tick, or the largest 64-bit number
    // One a rank for as many ranks as the plan gives figures for, never for as many as it declares.
    std::vector<std::uint64_t> busy_ticks;
    std::vector<std::uint64_t> idle_ticks;
    std::uint64_t total_idle_ticks = 0;
    // Whether the plan gives one figure a rank. If not, its bubble has nothing to be compared with.
    bool covers_ranks = false;
};

[[nodiscard]] Figures figures_of(const Plan& plan);

}  // namespace tickproof::check

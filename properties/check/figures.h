// The figures of a plan, found from its events alone, for the rules that judge the figures it claims.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof::check {

// A hostile plan has ticks up to 2^64 - 1: one more than the last, and sums over ranks, need more bits.
__extension__ using Wide = unsigned __int128;

struct Figures {
    std::uint64_t last_tick = 0;  // 0 without events
    Wide total_ticks = 0;         // one more than the last tick
    // One a rank for as many ranks as the plan gives figures for, never for as many as it declares.
    std::vector<std::uint64_t> busy_ticks;
    std::vector<Wide> idle_ticks;
    Wide total_idle_ticks = 0;
    // Whether the plan gives one figure a rank. If not, its bubble has nothing to be compared with.
    bool covers_ranks = false;
    // total_ticks on every rank; the ranks are as many as there are figures, if covers_ranks.
    [[nodiscard]] Wide slots() const { return total_ticks * idle_ticks.size(); }
};

[[nodiscard]] Figures figures_of(const Plan& plan);

}  // namespace tickproof::check

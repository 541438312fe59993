// A plan of least makespan in unit time with loop placement, for every S, V, M: 2*(V*max(M,S) + min(M,S) - 1) ticks.
//
// Forward half. Let N = max(M,S) and cut microbatches 0 .. N-1 into N/S (rounded down) groups of S, the last one with
// the remainder as well, so that every group holds at least S. Rank r runs slot n = 0, 1, .. at tick r + n; the slots
// go group after group, within a group breadth first: chunk after chunk, microbatch after microbatch. For M < S the one
// group has S slots a chunk, of which those of microbatches M .. S-1, which do not exist, are idle.
//  - F(v,m) -> F(v+1,m) on the next rank: the same slot, one tick later.
//  - F(v,m) on rank S-1 -> F(v+1,m) on rank 0: the slot is later by the group's size >= S, the tick by size-(S-1) >= 1.
// The last forward ends with tick V*N + min(M,S) - 2, so the half has H = V*N + min(M,S) - 1 ticks.
//
// Backward half: the mirror image in time, B(v,m) at 2H - 1 - t(F(v, M-1-m)). Mirroring turns "F(v,m) before F(v+1,m)"
// into "B(v+1,m') before B(v,m')", and each half keeps to itself, so every B comes after its F. That no schedule is
// shorter is shown in smt/bounds/unit_time.h.
//
// Events come out by tick, then rank, without sorting: at tick t rank r is in slot t - r, and slot to op is a division.
// With M < S idle slots are jumped over, not visited, so the time is O(events) for any shape.
#pragma once

#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof {

// Requires a configuration that `validate` accepts. A buffer given as `reuse` is refilled and returned.
[[nodiscard]] std::vector<TimedOp> optimal_events(const PipelineConfig& valid, std::vector<TimedOp> reuse = {});

}  // namespace tickproof

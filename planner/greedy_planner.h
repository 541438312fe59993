// The reference planner's events, at a few nanoseconds each: the tick loop as a counter machine.
//
// One microbatch runs through a chain of 2K positions (K = S*V): F(0) .. F(K-1) B(K-1) .. B(0). Why a counter per
// position is enough, and why the keys of the reference reduce to "deepest first":
//  - A position does its microbatches in index order. Suppose those done at p and at the position before it, p-1, are
//    the first c[p] and the first c[p-1] (all M before the first position). Then c[p] .. c[p-1]-1 are ready at p, the
//    reference takes the lowest, and those done at p are the first c[p]+1. So p is ready exactly if c[p] < c[p-1], and
//    offers microbatch c[p].
//  - Counters never increase along the chain. For ready positions p < q of a rank, c[q] < c[q-1] <= c[p]: the deeper
//    one offers a strictly lower microbatch. The lowest ready microbatch of any set of positions is that of its
//    deepest ready one, no two are equal, and the keys after the microbatch number decide nothing.
//  - Backwards lie deeper than forwards. interleaved_1f1b, lowest ready backward, else lowest ready forward, is thus
//    the deepest ready position. gpipe is the deepest ready forward, else the deepest ready backward; the flag that
//    all forwards are complete forbids forwards when there are none.
// Each rank keeps its ready positions in a bitset whose bit order is the schedule's preference, so that choosing is
// finding the lowest bit. All ranks choose before any counter moves.
//
// A tick looks at the ranks between the first and the last that ran in the tick before, and one further on either side;
// only they can be ready. Few microbatches on many ranks move close together, so idle ranks cost next to nothing. What
// was tried and dropped: deriving stage and chunk by arithmetic instead of a table (branches that cannot be predicted,
// or longer than the loads), a list of ready ranks instead of the range, and a table by rank instead of along the chain
// (it falls out of the first cache at S=64, V=8).
#pragma once

#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof {

// Events in the reference's order, by tick, then rank. Requires a gpipe or interleaved_1f1b configuration that
// `validate` accepts. A buffer given as `reuse` is refilled and returned.
[[nodiscard]] std::vector<TimedOp> greedy_events(const PipelineConfig& valid, std::vector<TimedOp> reuse = {});

}  // namespace tickproof

// The tick loop of planner/reference_planner as a relation between counter states, in SMT-LIB.
//
// The chain of a microbatch is F(0) .. F(K-1) B(K-1) .. B(0), positions 0 .. 2K-1, and done(p) is how many microbatches
// have finished position p when a tick starts. In that tick position p runs, for its next microbatch done(p), if and
// only if (runs p). The ranks of the stages are any: nothing that is proved here needs loop placement. The theorems use
// this text as it is, and a test evaluates it on the transitions that the reference planner makes.
#pragma once

#include <string>

#include "planner/model/config.h"

namespace tickproof::theorems {

// gpipe or interleaved_1f1b. Declares K, M, rank and done and defines on_chain, stage, before, ready, preferred, first,
// yields and runs, nothing else.
[[nodiscard]] std::string step_relation(ScheduleKind schedule);

}  // namespace tickproof::theorems

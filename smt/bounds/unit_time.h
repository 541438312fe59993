// The least makespan in unit time: every op one tick, no latency, loop placement, full backward, no cap.
//
// Lower bound. Take the last w of the V chunks of rank S-1, w = 1 .. V, and all their 2*w*M ops. Before the first of
// them, a forward on stage K-1-(w-1)*S at the earliest, that microbatch has run K-1-(w-1)*S = (V-w)*S + S-1 forwards,
// one after the other: the head. After the last of them, a backward of one of those stages, as many backwards of that
// microbatch remain: the tail. The rank does one op a tick in between, so
//   T >= 2*w*M + 2*((V-w)*S + S-1).
// This is linear in w, so only the ends matter. w = V gives 2*(V*M + S-1). w = 1 gives 2*(M + V*S - 1). The first is
// larger by 2*(V-1)*(M-S), so the larger is 2*(V*max(M,S) + min(M,S) - 1).
// Upper bound: planner/optimal_planner.h constructs a schedule of exactly this length.
#pragma once

#include <cstdint>
#include <optional>

namespace tickproof {

// In ticks, for S ranks of V chunks and M microbatches. Nothing if one of them is zero or the result exceeds 64 bits.
[[nodiscard]] std::optional<std::uint64_t> unit_time_optimum(std::uint64_t ranks, std::uint64_t chunks,
                                                             std::uint64_t microbatches);

}  // namespace tickproof

// What the two halves of theorem 6, slots and ticks, have in common: sizes, groups, and the size at which to refute.
#pragma once

#include <string>
#include <string_view>

namespace tickproof::theorems {

inline constexpr std::string_view sizes = R"((declare-const S Int)
(declare-const V Int)
(declare-const M Int)
(assert (and (>= S 1) (>= V 1) (>= M 1)))
(define-fun N () Int (ite (>= M S) M S)) ; the microbatches, and idle slots if they are fewer than the ranks
)";

// Groups 0 .. last, of S microbatches each and the last of S + rest; group_slots of a group before the last.
inline constexpr std::string_view groups = R"((declare-const last Int)
(declare-const rest Int)
(declare-const group_slots Int)
; division: last + 1 = N / S, rest = N % S
(assert (= N (+ (* last S) S rest)))
(assert (and (<= 0 rest) (< rest S)))
(assert (>= last 0)) ; lemma optimal_a_group
(assert (= group_slots (* V S)))
(assert (>= group_slots V)) ; lemma optimal_group_slots
)";

inline constexpr std::string_view small = "(assert (= S 2))\n(assert (= V 2))\n(assert (= M 5))\n";

inline std::string with_sizes(std::string_view more) { return std::string(sizes) + std::string(more); }
inline std::string with_groups(std::string_view more) { return with_sizes(groups) + std::string(more); }

}  // namespace tickproof::theorems

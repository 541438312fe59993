// The lemmas of each theorem, a file each (two for the last); theorems.cpp puts statements and sketches to them.
#pragma once

#include <vector>

#include "smt/theorems/theorem.h"

namespace tickproof::theorems {

[[nodiscard]] std::vector<Lemma> partition_lemmas();
[[nodiscard]] std::vector<Lemma> tick_loop_lemmas();
[[nodiscard]] std::vector<Lemma> deadlock_lemmas();
[[nodiscard]] std::vector<Lemma> order_lemmas();
[[nodiscard]] std::vector<Lemma> lower_bound_lemmas();
[[nodiscard]] std::vector<Lemma> construction_slot_lemmas();
[[nodiscard]] std::vector<Lemma> construction_tick_lemmas();

}  // namespace tickproof::theorems

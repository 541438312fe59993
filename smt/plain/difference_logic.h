// The textbook encoding, in integer difference logic: an integer an op, a difference a dependency, a disjunction for
// each two ops of a rank. It is here to be compared with, in answers (tests) and in speed (bench/), and knows nothing
// of smt/encode. The two steps that make the other encoding fast can be left out one by one, so that each is confirmed
// to change no answer: that a class runs its microbatches in index order, and windows from heads and tails.
#pragma once

#include <cstdint>
#include <string>

#include "planner/model/problem.h"

namespace tickproof::plain {

struct Steps {
    bool order_lemma = true;
    bool windows = true;
};

// SMT-LIB 2 with one check-sat: whether there is a schedule of at most so many ticks. Requires a sound problem
// (smt/bounds/op_class.h). A cap is stated with Z3's `at-most`. For small problems: there are as many disjunctions as
// pairs of ops.
[[nodiscard]] std::string difference_logic(const Problem& problem, std::uint64_t horizon_ticks, const Steps& steps);

}  // namespace tickproof::plain

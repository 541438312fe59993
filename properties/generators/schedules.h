// Schedules and orders for a problem, valid because of how they are made, and orders that may lock.
//
// They come from random list scheduling: of all ops whose inputs are there, one is taken at random until none is left,
// and starts as soon as its rank and its inputs allow, or a little later. A microbatch is let in only while every rank
// has room for all of its stages, so that a cap is kept and no op is ever stuck.
#pragma once

#include "planner/model/schedule.h"
#include "properties/generators/problems.h"

namespace tickproof::generators {

// By rank, and within a rank by time.
[[nodiscard]] Schedule random_schedule(const SeededProblem& seeded);

// A random order in which everything runs, even under the problem's cap.
[[nodiscard]] Orders random_orders(const SeededProblem& seeded);

// Every rank's ops in any order at all: most of these lock.
[[nodiscard]] Orders shuffled_orders(const SeededProblem& seeded);

// The first with a few neighbours swapped: some of these lock, and those that do lock late.
[[nodiscard]] Orders disturbed_orders(const SeededProblem& seeded);

}  // namespace tickproof::generators

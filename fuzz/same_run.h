// The same orders under the same communication model, executed by the checker and by the slow simulation.
#pragma once

#include "fuzz/slow/run.h"
#include "planner/model/communication.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::fuzz {

// Both run them with the same times, or get stuck with the same left to do and a cycle of waits as the slow simulation
// knows them, none of which can be left out, or object to the sends and receives; else it prints both answers and
// aborts. What came of it. Requires slow::fits(problem) and orders that hold each op once, on its rank.
slow::Outcome expect_same_run(const Problem& problem, const Orders& orders, const Communication& model);

}  // namespace tickproof::fuzz

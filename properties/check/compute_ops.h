// The compute actions of orders as ops, rank after rank, and the names of their places.
#pragma once

#include <cstddef>
#include <string>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "properties/check/words.h"

namespace tickproof::check {

// All start at tick 0. Sends and receives are left out.
[[nodiscard]] Schedule compute_ops(const Problem& problem, const Orders& orders);

// "rank 2 op 5": counts every action of the rank from 0, sends and receives too. Orders that were read from a table
// name the cell as well, counted from 1: "rank 2 op 5 (row 3, column 7)".
[[nodiscard]] std::string place_of(const Orders& orders, std::size_t rank, std::size_t position);
// The place of the n-th compute action. The orders must outlive it.
[[nodiscard]] PlaceOf place_in(const Orders& orders);

}  // namespace tickproof::check

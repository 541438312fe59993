// What the search needs of a problem: classes by rank, which starts still matter, and what must have started when.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "smt/bounds/op_class.h"

namespace tickproof::search {

struct Instance {
    std::vector<OpClass> classes;
    std::vector<std::uint64_t> reach;                 // by class: for how many ticks a start matters
    std::vector<std::vector<std::uint32_t>> by_rank;  // classes of each rank that holds a stage
    std::vector<std::vector<std::int64_t>> latest;    // by class and microbatch: the last tick to start at
    std::uint64_t microbatches = 0;
    std::uint64_t cap = 0;  // on forwards in flight; all of them where there is none
    bool is_capped = false;
    bool is_unit = false;  // every duration is 1
};

// The error says which limit the problem is beyond.
[[nodiscard]] std::expected<Instance, std::string> make_instance(const Problem& problem, std::uint64_t horizon_ticks);

// How many ops of the class must have started after so many ticks, for a schedule of the horizon to be possible.
[[nodiscard]] std::uint64_t due(const Instance& instance, std::uint32_t class_id, std::uint64_t ticks);

}  // namespace tickproof::search

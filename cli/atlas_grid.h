// The shapes that an atlas is of, in the one order that all of its outputs have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/problem_options.h"
#include "planner/model/config.h"
#include "planner/model/problem.h"
#include "properties/gate/gate.h"
#include "smt/certify/certify.h"

namespace tickproof::cli {

struct AtlasGrid {
    gate::Grid ranges;
    std::vector<ScheduleKind> schedules;  // rows of a cell
    ProblemSettings problem;
};

// The largest 64-bit number where there are more.
[[nodiscard]] std::uint64_t cell_count(const AtlasGrid& grid);

// By stages, then virtual stages, then microbatches.
[[nodiscard]] Problem problem_of_cell(const AtlasGrid& grid, std::uint64_t cell);

// Part I of N of an atlas: its cells are those from first(cells) up to but not last(cells). Parts differ by one cell at
// the most.
struct Shard {
    std::uint64_t index = 1;
    std::uint64_t count = 1;
    [[nodiscard]] std::uint64_t first(std::uint64_t cells) const { return boundary(cells, index - 1); }
    [[nodiscard]] std::uint64_t last(std::uint64_t cells) const { return boundary(cells, index); }

private:
    [[nodiscard]] std::uint64_t boundary(std::uint64_t cells, std::uint64_t shards) const {
        return cells / count * shards + cells % count * shards / count;
    }
};
inline constexpr std::uint64_t max_shards = std::uint64_t{1} << 20;

// One line: the version and everything else that rows depend on, but the clock.
[[nodiscard]] std::string description(const AtlasGrid& grid, const Shard& shard, const certify::Options& options);

}  // namespace tickproof::cli

#include "cli/atlas_grid.h"

#include <fmt/format.h>

#include "cli/certified.h"
#include "cli/certified_options.h"
#include "cli/version.h"
#include "planner/model/limits.h"

namespace tickproof::cli {

namespace {

std::string in_words(const gate::Range& range) { return fmt::format("{}..{}", range.first, range.last); }

std::string in_words(const std::vector<ScheduleKind>& schedules) {
    std::string words;
    for (const ScheduleKind kind : schedules) words += fmt::format("{}{}", words.empty() ? "" : ",", name(kind));
    return words;
}

std::string in_words(const ProblemSettings& problem) {
    const Durations& durations = problem.durations;
    const bool is_v = problem.placement && problem.placement->kind == Placement::Kind::v_shaped;
    return fmt::format(
        "forward={} backward={} backward-input={} backward-weight={} halves={} latency={} placement={} cap={}",
        durations.forward, durations.backward, durations.backward_input, durations.backward_weight,
        problem.halves_given, problem.hop_latency_ticks, is_v ? "v" : "loop",
        problem.max_in_flight ? fmt::format("{}", *problem.max_in_flight) : "none");
}

}  // namespace

std::uint64_t cell_count(const AtlasGrid& grid) {
    return saturating_mul(saturating_mul(grid.ranges.stages.size(), grid.ranges.virtual_stages.size()),
                          grid.ranges.microbatches.size());
}

Problem problem_of_cell(const AtlasGrid& grid, std::uint64_t cell) {
    const auto [stages, chunks, microbatches] = grid.ranges;
    const std::uint64_t group = cell / microbatches.size();
    PipelineConfig config;
    config.stage_count = stages.first + group / chunks.size();
    config.virtual_stages_per_rank = chunks.first + group % chunks.size();
    config.microbatches = microbatches.first + cell % microbatches.size();
    return problem_of(config, grid.problem);
}

std::string description(const AtlasGrid& grid, const Shard& shard, const certify::Options& options) {
    return fmt::format(
        "# tickproof atlas {}: stages={} virtual={} microbatches={} schedules={} shard={}/{} engine={} rlimit={} "
        "memory={} {}",
        version, in_words(grid.ranges.stages), in_words(grid.ranges.virtual_stages), in_words(grid.ranges.microbatches),
        in_words(grid.schedules), shard.index, shard.count, name(options.engine), options.limits.rlimit,
        options.limits.memory_bytes, in_words(grid.problem));
}

}  // namespace tickproof::cli

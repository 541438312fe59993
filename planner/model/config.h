// What a planner is asked for: the production planner's configuration, field for field.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tickproof {

// The first two are the production planner's; `optimal` is ours (planner/optimal_planner.h).
enum class ScheduleKind : std::uint8_t { gpipe, interleaved_1f1b, optimal };

enum class PartitionKind : std::uint8_t { layer_contiguous };

struct PipelineConfig {
    std::uint64_t n_layer = 0;
    bool enabled = true;
    std::uint64_t stage_count = 0;              // S, ranks
    std::uint64_t virtual_stages_per_rank = 1;  // V, chunks of a rank
    ScheduleKind schedule = ScheduleKind::interleaved_1f1b;
    std::uint64_t microbatches = 0;  // M
    PartitionKind partition = PartitionKind::layer_contiguous;

    friend bool operator==(const PipelineConfig&, const PipelineConfig&) = default;
};

struct ScheduleName {
    ScheduleKind kind;
    std::string_view name;       // as in JSON and on the command line
    std::string_view rust_name;  // as Rust's Debug prints it; also read
};

inline constexpr std::array<ScheduleName, 3> schedule_names{{
    {ScheduleKind::gpipe, "gpipe", "Gpipe"},
    {ScheduleKind::interleaved_1f1b, "interleaved_1f1b", "Interleaved1f1b"},
    {ScheduleKind::optimal, "optimal", "Optimal"},
}};

[[nodiscard]] constexpr std::string_view name(ScheduleKind kind) {
    return schedule_names[static_cast<std::size_t>(kind)].name;
}

[[nodiscard]] constexpr std::optional<ScheduleKind> schedule_named(std::string_view word) {
    for (const ScheduleName& known : schedule_names) {
        if (word == known.name || word == known.rust_name) return known.kind;
    }
    return std::nullopt;
}

}  // namespace tickproof

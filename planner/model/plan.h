// A plan as the production planner returns it: who holds which layers, what runs when, and the figures on it.
//
// Plain data, possibly from a hostile file: nothing here is promised to be consistent. properties/check judges that.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof {

struct LayerRange {
    std::uint64_t start = 0;
    std::uint64_t end = 0;  // one past the last layer
    friend bool operator==(const LayerRange&, const LayerRange&) = default;
};

struct StageAssignment {
    std::uint64_t virtual_stage_id = 0;
    std::uint64_t physical_stage_id = 0;
    std::uint64_t local_stage_index = 0;
    LayerRange layer_range;
    friend bool operator==(const StageAssignment&, const StageAssignment&) = default;
};

struct PlanMetrics {
    std::uint64_t total_ticks = 0;
    std::uint64_t total_events = 0;
    std::vector<std::uint64_t> stage_busy_ticks;  // one a rank
    std::vector<std::uint64_t> stage_idle_ticks;  // one a rank
    float bubble_fraction = 0.0F;                 // idle / (ticks * ranks), rounded as the production planner does
    friend bool operator==(const PlanMetrics&, const PlanMetrics&) = default;
};

struct Plan {
    std::optional<std::uint64_t> n_layer;  // absent in what the production planner prints
    std::uint64_t physical_stage_count = 0;
    std::uint64_t virtual_stages_per_rank = 0;
    std::uint64_t total_virtual_stages = 0;
    std::uint64_t microbatches = 0;
    ScheduleKind schedule = ScheduleKind::gpipe;
    PartitionKind partition = PartitionKind::layer_contiguous;
    std::vector<StageAssignment> stage_assignments;
    std::vector<TimedOp> events;  // forward and backward only
    PlanMetrics metrics;
    friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace tickproof

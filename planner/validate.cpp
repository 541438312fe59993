#include "planner/validate.h"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "planner/model/limits.h"

namespace tickproof {
namespace {

using Fault = std::optional<std::string>;

Fault rank_fault(const PipelineConfig& config) {
    if (!config.enabled) return "pipeline planning requires parallel.pipeline.enabled = true";
    if (config.n_layer == 0) return "pipeline planning requires n_layer > 0";
    if (config.stage_count == 0) return "pipeline planning requires parallel.pipeline.stage_count > 0";
    return std::nullopt;
}

Fault chunk_fault(const PipelineConfig& config) {
    if (config.virtual_stages_per_rank == 0) {
        return "pipeline planning requires parallel.pipeline.virtual_stages_per_rank > 0";
    }
    if (config.schedule != ScheduleKind::optimal && config.virtual_stages_per_rank > config.stage_count) {
        return fmt::format(
            "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got {} > {})",
            config.virtual_stages_per_rank, config.stage_count);
    }
    return std::nullopt;
}

Fault microbatch_fault(const PipelineConfig& config) {
    if (config.microbatches == 0) return "pipeline planning requires parallel.pipeline.microbatches > 0";
    if (config.schedule == ScheduleKind::interleaved_1f1b && config.microbatches < config.stage_count) {
        return fmt::format(
            "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b (got {} < "
            "{})",
            config.microbatches, config.stage_count);
    }
    return std::nullopt;
}

Fault layer_fault(const PipelineConfig& config) {
    const auto stages = checked_mul(config.stage_count, config.virtual_stages_per_rank);
    if (!stages) return "pipeline virtual-stage count overflow";
    if (*stages > config.n_layer) {
        return fmt::format("pipeline planning requires total virtual stages <= n_layer (got {} > {})", *stages,
                           config.n_layer);
    }
    if (config.partition != PartitionKind::layer_contiguous) {
        return fmt::format("unsupported pipeline partition {}", std::to_underlying(config.partition));
    }
    return std::nullopt;
}

// Requires that the number of stages does not overflow.
std::optional<std::uint64_t> event_count(const PipelineConfig& config) {
    const auto forwards = checked_mul(config.microbatches, config.stage_count * config.virtual_stages_per_rank);
    return forwards ? checked_mul(*forwards, 2) : std::nullopt;
}

}  // namespace

std::optional<PlanError> validate(const PipelineConfig& config) {
    for (const auto& find_fault : {rank_fault, chunk_fault, microbatch_fault, layer_fault}) {
        if (Fault fault = find_fault(config)) return PlanError{PlanError::Kind::invalid_config, std::move(*fault)};
    }
    const auto events = event_count(config);
    if (!events) return PlanError{PlanError::Kind::invalid_config, "pipeline event count overflow"};
    if (*events > limits::max_plan_events) {
        return PlanError{PlanError::Kind::too_large, fmt::format("a plan of {} events is beyond the limit of {} events",
                                                                 *events, limits::max_plan_events)};
    }
    return std::nullopt;
}

}  // namespace tickproof

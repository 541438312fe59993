#include "fuzz/decode/config.h"

#include <algorithm>

#include "planner/model/limits.h"

namespace tickproof::fuzz {

namespace {

ScheduleKind decode_schedule(Bytes& bytes) { return schedule_names[bytes.between(0, schedule_names.size() - 1)].kind; }

PipelineConfig decode_any(Bytes& bytes) {
    PipelineConfig config;
    config.schedule = decode_schedule(bytes);
    config.n_layer = bytes.any();
    config.stage_count = bytes.any();
    config.virtual_stages_per_rank = bytes.any();
    config.microbatches = bytes.any();
    return config;
}

// Many layers alone cost nothing.
bool is_small(const PipelineConfig& config) {
    const std::uint64_t stages = saturating_mul(config.stage_count, config.virtual_stages_per_rank);
    return saturating_mul(2 * config.microbatches, stages) <= most_config_events && config.microbatches < 1 << 20;
}

// Whether some planner might go to work on it: whatever its other faults, its events are not too many.
bool may_be_planned(const PipelineConfig& config) {
    const std::uint64_t stages = saturating_mul(config.stage_count, config.virtual_stages_per_rank);
    return saturating_mul(stages, config.microbatches) <= limits::max_plan_events;
}

void spoil(Bytes& bytes, PipelineConfig& config) {
    switch (bytes.between(0, 6)) {
        case 0:
            config.enabled = false;
            break;
        case 1:
            config.n_layer = config.stage_count * config.virtual_stages_per_rank - 1;
            break;
        case 2:
            config.stage_count = 0;
            break;
        case 3:
            config.virtual_stages_per_rank = 0;
            break;
        case 4:
            config.virtual_stages_per_rank = config.stage_count + 1;
            // `optimal` plans it all the same.
            if (config.schedule == ScheduleKind::optimal) config.microbatches = 1;
            break;
        case 5:
            config.microbatches = std::min(config.microbatches, config.stage_count - 1);
            break;
        default:
            config.n_layer = 0;
            break;
    }
}

}  // namespace

PipelineConfig decode_valid_config(Bytes& bytes, std::uint64_t most_events) {
    PipelineConfig config;
    config.schedule = decode_schedule(bytes);
    const std::uint64_t most_cells = most_events / 2;
    const bool needs_many = config.schedule == ScheduleKind::interleaved_1f1b;
    const auto least_microbatches = [&](std::uint64_t ranks) { return needs_many ? ranks : 1; };
    std::uint64_t most_ranks = std::min<std::uint64_t>(most_cells, 9);
    while (most_ranks * least_microbatches(most_ranks) > most_cells) --most_ranks;
    const std::uint64_t ranks = bytes.between(1, most_ranks);
    const std::uint64_t least = least_microbatches(ranks);
    const std::uint64_t most_chunks = config.schedule == ScheduleKind::optimal ? 6 : std::min<std::uint64_t>(ranks, 6);
    const std::uint64_t chunks = bytes.between(1, std::min(most_chunks, most_cells / (ranks * least)));
    const std::uint64_t stages = ranks * chunks;
    config.stage_count = ranks;
    config.virtual_stages_per_rank = chunks;
    config.microbatches = bytes.between(least, most_cells / stages);
    config.n_layer = stages + (bytes.one_in(8) ? bytes.any() >> 1 : bytes.between(0, 2 * stages));
    return config;
}

PipelineConfig decode_config(Bytes& bytes) {
    if (bytes.one_in(6)) {
        const PipelineConfig config = decode_any(bytes);
        if (is_small(config) || !may_be_planned(config)) return config;
    }
    PipelineConfig config = decode_valid_config(bytes, bytes.one_in(32) ? most_config_events : usual_config_events);
    if (bytes.one_in(8)) spoil(bytes, config);
    return config;
}

}  // namespace tickproof::fuzz

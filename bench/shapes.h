// The shapes that are measured.
#pragma once

#include <cstdint>

#include "planner/model/config.h"

namespace tickproof::bench {

[[nodiscard]] constexpr PipelineConfig interleaved(std::uint64_t ranks, std::uint64_t chunks,
                                                   std::uint64_t microbatches) {
    return {.n_layer = ranks * chunks,
            .stage_count = ranks,
            .virtual_stages_per_rank = chunks,
            .schedule = ScheduleKind::interleaved_1f1b,
            .microbatches = microbatches};
}

// 524,288 events, 16 MiB.
inline constexpr PipelineConfig large = interleaved(64, 8, 512);

// Repetitions of a benchmark whose smallest time counts.
inline constexpr int repetitions = 9;

}  // namespace tickproof::bench

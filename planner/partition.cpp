#include "planner/partition.h"

namespace tickproof {

std::vector<StageAssignment> partition_layers(std::uint64_t n_layer, std::uint64_t stage_count,
                                              std::uint64_t virtual_stages_per_rank) {
    const std::uint64_t stages = stage_count * virtual_stages_per_rank;
    const std::uint64_t base = n_layer / stages;
    const std::uint64_t remainder = n_layer % stages;
    std::vector<StageAssignment> assignments;
    assignments.reserve(stages);
    std::uint64_t first_layer = 0;
    for (std::uint64_t stage = 0; stage < stages; ++stage) {
        const std::uint64_t end_layer = first_layer + base + (stage < remainder ? 1 : 0);
        assignments.push_back({.virtual_stage_id = stage,
                               .physical_stage_id = stage % stage_count,
                               .local_stage_index = stage / stage_count,
                               .layer_range = {.start = first_layer, .end = end_layer}});
        first_layer = end_layer;
    }
    return assignments;
}

}  // namespace tickproof

#include "properties/gate/finding.h"

#include <fmt/format.h>

#include "planner/formats/request_json.h"

namespace tickproof::gate {

std::string reproduce_command(const PipelineConfig& config) {
    return fmt::format("echo '{}' | tickproof plan --config - | tickproof check --conform -",
                       formats::write_request(config));
}

std::string finding_id(std::string_view property, const PipelineConfig& config) {
    return fmt::format("{}:{}:S{}V{}M{}L{}", property, name(config.schedule), config.stage_count,
                       config.virtual_stages_per_rank, config.microbatches, config.n_layer);
}

}  // namespace tickproof::gate

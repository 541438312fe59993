#include "properties/gate/finding.h"

#include <fmt/format.h>

#include "planner/formats/request_json.h"

namespace tickproof::gate {

std::string reproduce_command(const PipelineConfig& config) {
    return fmt::format("echo '{}' | tickproof plan --config - | tickproof check --conform -",
                       formats::write_request(config));
}

}  // namespace tickproof::gate

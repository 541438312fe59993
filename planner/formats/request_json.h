// The request of the external planner protocol: a planner's configuration as JSON.
#pragma once

#include <expected>
#include <string>

#include "planner/formats/json/json.h"
#include "planner/model/config.h"

namespace tickproof::formats {

// {"n_layer":8,"pipeline":{"stage_count":2,...}}, or all keys in one object. `enabled`, `partition` and
// `virtual_stages_per_rank` may be absent (true, layer_contiguous, 1). Whether the numbers make sense is for the
// planner.
[[nodiscard]] std::expected<PipelineConfig, json::Error> read_request(const json::Value& value);

// The first form, compact, without a newline at the end.
[[nodiscard]] std::string write_request(const PipelineConfig& config);

}  // namespace tickproof::formats

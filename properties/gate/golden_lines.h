// The lines of the golden data as data: what was asked, and what the production planner answered.
//
// f32 values are held as their bits, since that is what must be reproduced.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "planner/formats/json/json.h"
#include "planner/model/plan.h"

namespace tickproof::gate {

struct SharedWeight {
    std::uint32_t reference_gradient = 0;
    std::uint32_t merged_gradient = 0;
    std::vector<std::uint32_t> stage_local_gradients;
    std::uint32_t updated_weight = 0;
    friend bool operator==(const SharedWeight&, const SharedWeight&) = default;
};

struct GoldenPlan {
    PipelineConfig config;
    Plan plan;
    std::uint32_t bubble_bits = 0;
    SharedWeight shared_weight;
};

struct GoldenError {
    PipelineConfig config;
    std::string message;
};

struct GoldenDigest {
    PipelineConfig config;
    std::uint64_t total_ticks = 0;
    std::uint64_t total_events = 0;
    std::string events_sha256;
};

// The error says what is wrong with the line.
[[nodiscard]] std::expected<GoldenPlan, std::string> read_golden_plan(const json::Value& line);
[[nodiscard]] std::expected<GoldenError, std::string> read_golden_error(const json::Value& line);
// n_layer,stage_count,virtual_stages_per_rank,microbatches,schedule,total_ticks,total_events,events_sha256
[[nodiscard]] std::expected<GoldenDigest, std::string> read_golden_digest(std::string_view line);

}  // namespace tickproof::gate

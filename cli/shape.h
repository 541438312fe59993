// The options that describe a pipeline's shape, the same for every command that plans.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "planner/model/config.h"

namespace tickproof::cli {

class ShapeOptions {
public:
    explicit ShapeOptions(Options& options);

    // One configuration a named schedule. The error is one line.
    [[nodiscard]] std::expected<std::vector<PipelineConfig>, std::string> configs() const;

private:
    [[nodiscard]] std::expected<PipelineConfig, std::string> base_config() const;

    std::optional<std::uint64_t> stages_;
    std::optional<std::uint64_t> virtual_stages_;
    std::optional<std::uint64_t> microbatches_;
    std::optional<std::uint64_t> layers_;
    std::string schedules_;
    std::string config_file_;
};

// "gpipe, interleaved_1f1b, optimal"
[[nodiscard]] std::string known_schedules();

}  // namespace tickproof::cli

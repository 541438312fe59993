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
    // Of a problem alone no schedule can be named.
    enum class Of : std::uint8_t { schedules, problem };
    explicit ShapeOptions(Options& options, Of what = Of::schedules);

    // One configuration a named schedule. The error is one line.
    [[nodiscard]] std::expected<std::vector<PipelineConfig>, std::string> configs() const;
    // As if no schedule had been named.
    [[nodiscard]] std::expected<PipelineConfig, std::string> config() const;
    // Whether any of the options was given.
    [[nodiscard]] bool given() const;

private:
    std::optional<std::uint64_t> stages_;
    std::optional<std::uint64_t> virtual_stages_;
    std::optional<std::uint64_t> microbatches_;
    std::optional<std::uint64_t> layers_;
    std::string schedules_;
    std::string config_file_;
};

// The value of --schedule, "gpipe,optimal". The error names the option.
[[nodiscard]] std::expected<std::vector<ScheduleKind>, std::string> schedules_named(const std::string& names);

// "gpipe, interleaved_1f1b, optimal"
[[nodiscard]] std::string known_schedules();

}  // namespace tickproof::cli

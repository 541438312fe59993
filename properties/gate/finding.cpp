#include "properties/gate/finding.h"

#include <charconv>

#include <fmt/format.h>

#include "planner/formats/request_json.h"

namespace tickproof::gate {

namespace {

// The number after a letter at the front of `text`, which are then taken off; 0 if they are not there.
std::uint64_t take_number(char letter, std::string_view& text) {
    std::uint64_t number = 0;
    if (!text.starts_with(letter)) return 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (error != std::errc{}) return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool is_property_name(std::string_view text) {
    return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

}  // namespace

std::string reproduce_command(const PipelineConfig& config) {
    return fmt::format("echo '{}' | tickproof plan --config - | tickproof check --conform -",
                       formats::write_request(config));
}

std::string finding_id(std::string_view property, const PipelineConfig& config) {
    return fmt::format("{}:{}:S{}V{}M{}L{}", property, name(config.schedule), config.stage_count,
                       config.virtual_stages_per_rank, config.microbatches, config.n_layer);
}

std::optional<std::string_view> property_of_id(std::string_view id) {
    if (id == golden_property) return id;
    const std::size_t first = id.find(':');
    const std::size_t second = id.rfind(':');
    if (first == second) return std::nullopt;
    const std::string_view property = id.substr(0, first);
    const auto schedule = schedule_named(id.substr(first + 1, second - first - 1));
    if (!is_property_name(property) || !schedule) return std::nullopt;
    std::string_view shape = id.substr(second + 1);
    PipelineConfig config{.schedule = *schedule};
    config.stage_count = take_number('S', shape);
    config.virtual_stages_per_rank = take_number('V', shape);
    config.microbatches = take_number('M', shape);
    config.n_layer = take_number('L', shape);
    // Written again, so that there is one way to write each.
    return finding_id(property, config) == id ? std::optional(property) : std::nullopt;
}

}  // namespace tickproof::gate

#include "properties/gate/cases.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "planner/model/limits.h"
#include "planner/validate.h"
#include "properties/generators/configs.h"

namespace tickproof::gate {

namespace {

constexpr std::uint64_t most_cases = 1'000'000;

bool too_large_for_us(const PipelineConfig& config) {
    const std::optional<PlanError> error = validate(config);
    return error && error->kind == PlanError::Kind::too_large;
}

// Every shape of the grid once, without layers and schedule.
std::vector<PipelineConfig> shapes_of(const Grid& grid) {
    std::vector<PipelineConfig> shapes;
    PipelineConfig shape;
    for (std::uint64_t s = 0; s < grid.stages.size(); ++s) {
        for (std::uint64_t v = 0; v < grid.virtual_stages.size(); ++v) {
            for (std::uint64_t m = 0; m < grid.microbatches.size(); ++m) {
                shape.stage_count = grid.stages.first + s;
                shape.virtual_stages_per_rank = grid.virtual_stages.first + v;
                shape.microbatches = grid.microbatches.first + m;
                shapes.push_back(shape);
            }
        }
    }
    std::ranges::sort(shapes, {}, generators::size_key);
    return shapes;
}

// With one layer a stage first, then with more: what breaks for one shape breaks for a few cases in a row only.
void add_grid(const Grid& grid, std::span<const ScheduleKind> schedules, std::vector<PipelineConfig>& cases) {
    const std::size_t before = cases.size();
    for (PipelineConfig config : shapes_of(grid)) {
        config.n_layer = generators::stages_of(config);
        for (const ScheduleKind schedule : schedules) {
            config.schedule = schedule;
            cases.push_back(config);
        }
    }
    const std::vector<PipelineConfig> smallest(cases.begin() + static_cast<std::ptrdiff_t>(before), cases.end());
    std::ranges::transform(smallest, std::back_inserter(cases), with_other_layers);
}

void keep_within(const std::optional<Range>& range, std::uint64_t& value) {
    if (range && (value < range->first || value > range->last)) value = range->first + value % range->size();
}

// A random configuration inside the ranges that were asked for, with a layer for every stage.
PipelineConfig fitted(PipelineConfig config, const GateOptions& options) {
    const std::uint64_t spare = config.n_layer - std::min(config.n_layer, generators::stages_of(config));
    keep_within(options.stages, config.stage_count);
    keep_within(options.virtual_stages, config.virtual_stages_per_rank);
    keep_within(options.microbatches, config.microbatches);
    // Where there are more stages than that, the shape is refused for other reasons.
    const std::uint64_t stages = generators::stages_of(config);
    if (stages <= generators::max_layers) {
        config.n_layer = std::max(stages, std::min(saturating_add(stages, spare), generators::max_layers));
    }
    return config;
}

void add_random(const GateOptions& options, std::span<const ScheduleKind> schedules,
                std::vector<PipelineConfig>& cases) {
    generators::Draw draw(options.seed);
    generators::ConfigRange range;
    range.max_events = options.random_events;
    range.optimal = std::ranges::find(schedules, ScheduleKind::optimal) != schedules.end();
    for (std::uint64_t i = 0; i < options.cases; ++i) {
        cases.push_back(fitted(generators::draw_any_config(draw, range), options));
    }
}

std::uint64_t shape_count(const Grid& grid) {
    return saturating_mul(grid.stages.size(), saturating_mul(grid.virtual_stages.size(), grid.microbatches.size()));
}

}  // namespace

PipelineConfig with_other_layers(PipelineConfig config) {
    // An odd number leaves some stages one layer larger than others, unless there is only one.
    const std::uint64_t more = saturating_add(saturating_mul(2, config.n_layer), 1);
    config.n_layer = more <= generators::max_layers ? more : generators::stages_of(config);
    return config;
}

std::expected<std::vector<PipelineConfig>, std::string> cases_of(const GateOptions& options,
                                                                 std::span<const ScheduleKind> schedules) {
    std::vector<PipelineConfig> cases = options.configs;
    if (!options.own_cases || options.cases == 0) return cases;
    const Grid grid{options.stages.value_or(options.grid.stages),
                    options.virtual_stages.value_or(options.grid.virtual_stages),
                    options.microbatches.value_or(options.grid.microbatches)};
    if (const std::uint64_t shapes = shape_count(grid); shapes > most_cases) {
        return std::unexpected(fmt::format("the ranges hold {} shapes; at most {} are tried", shapes, most_cases));
    }
    if (options.cases > most_cases) {
        return std::unexpected(fmt::format("--cases: at most {} are tried", most_cases));
    }
    add_grid(grid, schedules, cases);
    add_random(options, schedules, cases);
    std::erase_if(cases, too_large_for_us);
    return cases;
}

}  // namespace tickproof::gate

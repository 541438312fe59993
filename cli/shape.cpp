#include "cli/shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/documents.h"
#include "cli/split.h"
#include "planner/formats/request_json.h"
#include "planner/model/limits.h"

namespace tickproof::cli {

ShapeOptions::ShapeOptions(Options& options, Of what) {
    options.count("--stages", "ranks of the pipeline, S", stages_);
    options.count("--virtual", "virtual stages (chunks) of a rank, V (1)", virtual_stages_);
    options.count("--microbatches", "microbatches, M", microbatches_);
    options.count("--layers", "layers of the model (S*V)", layers_);
    if (what == Of::schedules) {
        options.text("--schedule", fmt::format("one or more of {} (interleaved_1f1b)", known_schedules()),
                     "NAME[,NAME...]", schedules_);
    }
    options.text("--config", "a JSON request {\"n_layer\":…,\"pipeline\":{…}} instead of the options above", "FILE",
                 config_file_);
}

std::string known_schedules() {
    std::string names;
    for (const ScheduleName& known : schedule_names) {
        if (!names.empty()) names += ", ";
        names += known.name;
    }
    return names;
}

namespace {

std::expected<PipelineConfig, std::string> read_config_file(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    std::optional<PipelineConfig> config;
    std::string error;
    for_each_document(path, *text, [&](const InputDocument& document) {
        if (!error.empty()) return;
        if (config) {
            error = fmt::format("{}:{}: more than one request", shown_name(path), document.line);
        } else if (!document.value) {
            error = document.error;
        } else if (const auto read = formats::read_request(*document.value); read) {
            config = *read;
        } else {
            error = placed(path, read.error());
        }
    });
    if (!error.empty()) return std::unexpected(error);
    return *config;
}

}  // namespace

std::expected<PipelineConfig, std::string> ShapeOptions::config() const {
    if (!config_file_.empty()) {
        if (stages_ || virtual_stages_ || microbatches_ || layers_) {
            return std::unexpected("--config: the file holds the whole shape; leave out the options that give it too");
        }
        return read_config_file(config_file_);
    }
    if (!stages_ || !microbatches_)
        return std::unexpected("--stages and --microbatches are needed, or --config (see --help)");
    PipelineConfig config;
    config.stage_count = *stages_;
    config.virtual_stages_per_rank = virtual_stages_.value_or(1);
    config.microbatches = *microbatches_;
    // At least one layer, so that a zero among the others is named for what it is.
    config.n_layer = layers_.value_or(
        std::max<std::uint64_t>(1, saturating_mul(config.stage_count, config.virtual_stages_per_rank)));
    return config;
}

bool ShapeOptions::given() const {
    return stages_ || virtual_stages_ || microbatches_ || layers_ || !schedules_.empty() || !config_file_.empty();
}

std::expected<std::vector<PipelineConfig>, std::string> ShapeOptions::configs() const {
    const auto base = config();
    if (!base) return std::unexpected(base.error());
    if (schedules_.empty()) return std::vector{*base};
    const auto schedules = schedules_named(schedules_);
    if (!schedules) return std::unexpected(schedules.error());
    std::vector<PipelineConfig> configs(schedules->size(), *base);
    for (std::size_t i = 0; i < configs.size(); ++i) configs[i].schedule = (*schedules)[i];
    return configs;
}

std::expected<std::vector<ScheduleKind>, std::string> schedules_named(const std::string& names) {
    std::vector<ScheduleKind> schedules;
    for (const std::string_view name : split(names, ',')) {
        const auto kind = schedule_named(name);
        if (!kind) {
            return std::unexpected(
                fmt::format("--schedule: no schedule is called '{}'; there are {}", name, known_schedules()));
        }
        schedules.push_back(*kind);
    }
    return schedules;
}

}  // namespace tickproof::cli

#include "planner/formats/request_json.h"

#include <fmt/format.h>

#include "planner/formats/json/decode.h"
#include "planner/formats/plan_words.h"

namespace tickproof::formats {

std::expected<PipelineConfig, json::Error> read_request(const json::Value& value) {
    json::Decoder decoder;
    json::Fields request = decoder.object(value, "request");
    PipelineConfig config;
    config.n_layer = decoder.count(request, "n_layer");
    const std::optional<json::Value> pipeline = request.find("pipeline");
    json::Fields in = decoder.object(pipeline.value_or(value), "pipeline");
    if (const auto enabled = in.find("enabled")) config.enabled = decoder.boolean(*enabled, "enabled");
    config.stage_count = decoder.count(in, "stage_count");
    if (const auto chunks = in.find("virtual_stages_per_rank")) {
        config.virtual_stages_per_rank = decoder.count(*chunks, "virtual_stages_per_rank");
    }
    config.schedule = decoder.word(in, "schedule", schedule_names);
    config.microbatches = decoder.count(in, "microbatches");
    if (const auto partition = in.find("partition")) {
        config.partition = decoder.word(*partition, "partition", partition_words);
    }
    return decoder.result(config);
}

std::string write_request(const PipelineConfig& config) {
    return fmt::format(R"({{"n_layer":{},"pipeline":{{"enabled":{},"stage_count":{},"virtual_stages_per_rank":{},)"
                       R"("schedule":"{}","microbatches":{},"partition":"{}"}}}})",
                       config.n_layer, config.enabled, config.stage_count, config.virtual_stages_per_rank,
                       name(config.schedule), config.microbatches,
                       partition_words[static_cast<std::size_t>(config.partition)].name);
}

}  // namespace tickproof::formats

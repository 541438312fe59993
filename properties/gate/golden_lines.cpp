#include "properties/gate/golden_lines.h"

#include <charconv>

#include "planner/formats/json/decode.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/request_json.h"

namespace tickproof::gate {

namespace {

std::uint32_t bits_of(json::Decoder& decoder, const json::Value& value) {
    json::Fields fields = decoder.object(value, "an f32");
    return decoder.id(fields, "bits");
}

std::uint32_t bits_at(json::Decoder& decoder, json::Fields& fields, std::string_view key) {
    const auto value = decoder.required(fields, key);
    return value ? bits_of(decoder, *value) : 0;
}

SharedWeight read_shared_weight(json::Decoder& decoder, const json::Value& value) {
    json::Fields fields = decoder.object(value, "shared_weight");
    SharedWeight read;
    read.reference_gradient = bits_at(decoder, fields, "reference_gradient");
    read.merged_gradient = bits_at(decoder, fields, "merged_gradient");
    for (const json::Value item : decoder.array(fields, "stage_local_gradients")) {
        read.stage_local_gradients.push_back(bits_of(decoder, item));
    }
    read.updated_weight = bits_at(decoder, fields, "updated_weight");
    return read;
}

std::uint32_t read_bubble_bits(json::Decoder& decoder, const json::Value& plan) {
    json::Fields fields = decoder.object(plan, "plan");
    const auto metrics = decoder.required(fields, "metrics");
    if (!metrics) return 0;
    json::Fields in_metrics = decoder.object(*metrics, "metrics");
    return decoder.id(in_metrics, "bubble_fraction_bits");
}

// Takes the cells of a line one after another; `failed` once one is missing or not a number.
class Cells {
public:
    explicit Cells(std::string_view line) : rest_(line) {}
    std::string_view text() {
        if (at_end_) failed_ = true;
        const std::size_t comma = rest_.find(',');
        const std::string_view cell = rest_.substr(0, comma);
        at_end_ = comma == std::string_view::npos;
        rest_.remove_prefix(at_end_ ? rest_.size() : comma + 1);
        return cell;
    }
    std::uint64_t count() {
        const std::string_view cell = text();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error != std::errc{} || end != cell.data() + cell.size()) failed_ = true;
        return value;
    }
    [[nodiscard]] bool complete() const { return at_end_ && !failed_; }

private:
    std::string_view rest_;
    bool at_end_ = false;
    bool failed_ = false;
};

}  // namespace

std::expected<GoldenPlan, std::string> read_golden_plan(const json::Value& line) {
    json::Decoder decoder;
    json::Fields fields = decoder.object(line, "a golden plan");
    const auto config = decoder.required(fields, "config");
    const auto plan = decoder.required(fields, "plan");
    const auto shared_weight = decoder.required(fields, "shared_weight");
    if (decoder.failed()) return std::unexpected(decoder.error()->message);
    auto read_config = formats::read_request(*config);
    auto read_plan = formats::read_plan(*plan);
    if (!read_config) return std::unexpected(read_config.error().message);
    if (!read_plan) return std::unexpected(read_plan.error().message);
    GoldenPlan golden{*read_config, std::move(*read_plan), read_bubble_bits(decoder, *plan),
                      read_shared_weight(decoder, *shared_weight)};
    if (decoder.failed()) return std::unexpected(decoder.error()->message);
    return golden;
}

std::expected<GoldenError, std::string> read_golden_error(const json::Value& line) {
    json::Decoder decoder;
    json::Fields fields = decoder.object(line, "a golden error");
    const auto config = decoder.required(fields, "config");
    const std::string_view message = decoder.text(fields, "error");
    if (decoder.failed()) return std::unexpected(decoder.error()->message);
    const auto read_config = formats::read_request(*config);
    if (!read_config) return std::unexpected(read_config.error().message);
    return GoldenError{*read_config, std::string(message)};
}

std::expected<GoldenDigest, std::string> read_golden_digest(std::string_view line) {
    Cells cells(line);
    GoldenDigest golden;
    golden.config.n_layer = cells.count();
    golden.config.stage_count = cells.count();
    golden.config.virtual_stages_per_rank = cells.count();
    golden.config.microbatches = cells.count();
    const auto schedule = schedule_named(cells.text());
    golden.total_ticks = cells.count();
    golden.total_events = cells.count();
    golden.events_sha256 = cells.text();
    if (!cells.complete() || !schedule) return std::unexpected("a cell is missing or has the wrong form");
    golden.config.schedule = *schedule;
    return golden;
}

}  // namespace tickproof::gate

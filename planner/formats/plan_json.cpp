#include "planner/formats/plan_json.h"

#include <utility>

#include "planner/formats/chunks.h"
#include "planner/formats/json/decode.h"
#include "planner/formats/json/write.h"
#include "planner/formats/plan_words.h"

namespace tickproof::formats {

namespace {

[[nodiscard]] LayerRange read_layer_range(json::Decoder& decoder, json::Fields& assignment) {
    const std::optional<json::Value> value = decoder.required(assignment, "layer_range");
    if (!value) return {};
    json::Fields range = decoder.object(*value, "layer_range");
    const std::uint64_t start = decoder.count(range, "start");
    return {start, decoder.count(range, "end")};
}

[[nodiscard]] StageAssignment read_assignment(json::Decoder& decoder, const json::Value& value) {
    json::Fields in = decoder.object(value, "stage_assignments");
    StageAssignment assignment;
    assignment.virtual_stage_id = decoder.count(in, "virtual_stage_id");
    assignment.physical_stage_id = decoder.count(in, "physical_stage_id");
    assignment.local_stage_index = decoder.count(in, "local_stage_index");
    assignment.layer_range = read_layer_range(decoder, in);
    return assignment;
}

[[nodiscard]] TimedOp read_event(json::Decoder& decoder, const json::Value& value) {
    json::Fields in = decoder.object(value, "events");
    TimedOp event;
    event.start_tick = decoder.count(in, "tick");
    event.rank = decoder.id(in, "physical_stage_id");
    event.stage = decoder.id(in, "virtual_stage_id");
    event.chunk = decoder.id(in, "local_stage_index");
    event.microbatch = decoder.id(in, "microbatch_id");
    event.kind = decoder.word(in, "kind", event_words);
    return event;
}

[[nodiscard]] PlanMetrics read_metrics(json::Decoder& decoder, json::Fields& plan) {
    const std::optional<json::Value> value = decoder.required(plan, "metrics");
    if (!value) return {};
    json::Fields in = decoder.object(*value, "metrics");
    PlanMetrics metrics;
    metrics.total_ticks = decoder.count(in, "total_ticks");
    metrics.total_events = decoder.count(in, "total_events");
    metrics.stage_busy_ticks = decoder.counts(in, "stage_busy_ticks");
    metrics.stage_idle_ticks = decoder.counts(in, "stage_idle_ticks");
    metrics.bubble_fraction = decoder.real(in, "bubble_fraction");
    return metrics;
}

// Memory is set aside for the items that are there, not for those that the plan declares.
template <class T>
[[nodiscard]] std::vector<T> read_each(json::Decoder& decoder, const json::Items& items,
                                       T (*read)(json::Decoder&, const json::Value&)) {
    std::vector<T> result;
    result.reserve(items.size());
    for (const json::Value& item : items) {
        if (decoder.failed()) break;
        result.push_back(read(decoder, item));
    }
    return result;
}

void write_assignment(Chunks& out, const StageAssignment& assignment) {
    out << R"({"virtual_stage_id":)" << assignment.virtual_stage_id;
    out << R"(,"physical_stage_id":)" << assignment.physical_stage_id;
    out << R"(,"local_stage_index":)" << assignment.local_stage_index;
    out << R"(,"layer_range":{"start":)" << assignment.layer_range.start;
    out << R"(,"end":)" << assignment.layer_range.end << "}}";
}

void write_event(Chunks& out, const TimedOp& event) {
    out << R"({"tick":)" << event.start_tick;
    out << R"(,"physical_stage_id":)" << event.rank;
    out << R"(,"virtual_stage_id":)" << event.stage;
    out << R"(,"local_stage_index":)" << event.chunk;
    out << R"(,"microbatch_id":)" << event.microbatch;
    out << (event.kind == OpKind::forward ? R"(,"kind":"forward"})" : R"(,"kind":"backward"})");
}

void write_number(Chunks& out, std::uint64_t number) { out << number; }

template <class T, class Write>
void write_each(Chunks& out, const std::vector<T>& items, Write write) {
    out << "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out << ",";
        write(out, items[i]);
    }
    out << "]";
}

void write_metrics(Chunks& out, const PlanMetrics& metrics) {
    out << R"({"total_ticks":)" << metrics.total_ticks << R"(,"total_events":)" << metrics.total_events;
    out << R"(,"stage_busy_ticks":)";
    write_each(out, metrics.stage_busy_ticks, write_number);
    out << R"(,"stage_idle_ticks":)";
    write_each(out, metrics.stage_idle_ticks, write_number);
    out << R"(,"bubble_fraction":)" << json::real(metrics.bubble_fraction) << "}";
}

}  // namespace

std::expected<Plan, json::Error> read_plan(const json::Value& value) {
    json::Decoder decoder;
    json::Fields in = decoder.object(value, "plan");
    Plan plan;
    if (const std::optional<json::Value> layers = in.find("n_layer")) plan.n_layer = decoder.count(*layers, "n_layer");
    plan.physical_stage_count = decoder.count(in, "physical_stage_count");
    plan.virtual_stages_per_rank = decoder.count(in, "virtual_stages_per_rank");
    plan.total_virtual_stages = decoder.count(in, "total_virtual_stages");
    plan.microbatches = decoder.count(in, "microbatches");
    plan.schedule = decoder.word(in, "schedule", schedule_names);
    plan.partition = decoder.word(in, "partition", partition_words);
    plan.stage_assignments = read_each(decoder, decoder.array(in, "stage_assignments"), read_assignment);
    plan.events = read_each(decoder, decoder.array(in, "events"), read_event);
    plan.metrics = read_metrics(decoder, in);
    return decoder.result(std::move(plan));
}

void write_plan(const Plan& plan, const Sink& sink) {
    Chunks out(sink);
    out << "{";
    if (plan.n_layer) out << R"("n_layer":)" << *plan.n_layer << ",";
    out << R"("physical_stage_count":)" << plan.physical_stage_count;
    out << R"(,"virtual_stages_per_rank":)" << plan.virtual_stages_per_rank;
    out << R"(,"total_virtual_stages":)" << plan.total_virtual_stages;
    out << R"(,"microbatches":)" << plan.microbatches;
    out << R"(,"schedule":")" << name(plan.schedule);
    out << R"(","partition":")" << partition_words[static_cast<std::size_t>(plan.partition)].name;
    out << R"(","stage_assignments":)";
    write_each(out, plan.stage_assignments, write_assignment);
    out << R"(,"events":)";
    write_each(out, plan.events, write_event);
    out << R"(,"metrics":)";
    write_metrics(out, plan.metrics);
    out << "}";
    out.flush();
}

}  // namespace tickproof::formats

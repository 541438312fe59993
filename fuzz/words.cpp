#include "fuzz/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/formats/orders_json.h"
#include "planner/formats/plan_json.h"

namespace tickproof::fuzz {

namespace {

std::string in_words(const Placement& placement) {
    switch (placement.kind()) {
        case Placement::Kind::loop:
            return "loop";
        case Placement::Kind::v_shaped:
            return "v";
        case Placement::Kind::listed:
            break;
    }
    return fmt::format("[{}]", fmt::join(placement.list(), ","));
}

}  // namespace

std::string in_words(const PipelineConfig& config) {
    return fmt::format("{} layers={} S={} V={} M={}{}", name(config.schedule), config.n_layer, config.stage_count,
                       config.virtual_stages_per_rank, config.microbatches, config.enabled ? "" : " disabled");
}

std::string in_words(const Problem& problem) {
    return fmt::format("S={} V={} M={} placement={} {} F={} B={} I={} W={} latency={} cap={}", problem.ranks,
                       problem.chunks, problem.microbatches, in_words(problem.placement), name(problem.backward_form),
                       problem.durations.forward, problem.durations.backward, problem.durations.backward_input,
                       problem.durations.backward_weight, problem.hop_latency_ticks,
                       problem.max_in_flight ? fmt::to_string(*problem.max_in_flight) : "none");
}

std::string in_words(const TimedOp& op) {
    return fmt::format("{}{}{}@{} on {}", op.stage, letter(op.kind), op.microbatch, op.start_tick, op.rank);
}

std::string in_words(const Schedule& schedule) {
    std::string words;
    for (const TimedOp& op : schedule) words.append(words.empty() ? "" : ", ").append(in_words(op));
    return words;
}

std::string in_words(const Orders& orders) {
    std::string words;
    formats::write_orders(orders, [&](std::string_view piece) { words += piece; });
    return words;
}

std::string in_words(const check::Report& report) {
    std::string words = report.valid() ? "valid" : fmt::format("{} violations", report.count());
    for (const check::Violation& violation : report.violations()) {
        words += fmt::format("; {} at {}: {}", check::text(violation.rule).id, violation.place, violation.witness);
    }
    return words;
}

std::string in_words(const PlanResult& result) {
    if (!result) return result.error().message;
    std::string words;
    formats::write_plan(*result, [&](std::string_view piece) { words += piece; });
    return words;
}

}  // namespace tickproof::fuzz

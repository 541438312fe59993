#include "properties/gate/gate.h"

#include <fmt/format.h>

#include "planner/build_plan.h"
#include "planner/model/limits.h"
#include "properties/gate/judge.h"
#include "properties/gate/planner.h"

namespace tickproof::gate {

namespace {

void judge_built_in(const PipelineConfig& config, GateResult& result) {
    const Answer answer = FunctionPlanner(build_plan).ask({&config, 1}).front();
    for (const Broken& broken : judge(config, answer, Level::conform)) {
        const std::string witness =
            fmt::format("{}, S={} V={} M={}, {} layers: {}", name(config.schedule), config.stage_count,
                        config.virtual_stages_per_rank, config.microbatches, config.n_layer, broken.witness);
        result.findings.add({broken.property, witness, reproduce_command(config)});
    }
    ++(std::holds_alternative<Plan>(answer) ? result.planned : result.refused);
}

void judge_shape(PipelineConfig config, GateResult& result) {
    const std::uint64_t stages = saturating_mul(config.stage_count, config.virtual_stages_per_rank);
    for (const ScheduleName& schedule : schedule_names) {
        config.schedule = schedule.kind;
        // One layer a stage, and a number that leaves some stages one layer larger than others.
        for (const std::uint64_t layers : {stages, saturating_add(saturating_mul(2, stages), 1)}) {
            config.n_layer = layers;
            judge_built_in(config, result);
        }
    }
}

}  // namespace

GateResult run_gate(const GateOptions& options, const std::function<void(double)>& progress) {
    GateResult result;
    result.findings = Findings(options.max_findings);
    result.golden = judge_golden(built_in_golden_data(), result.findings);
    const auto shapes = static_cast<double>(options.stages.size()) *
                        static_cast<double>(options.virtual_stages.size()) *
                        static_cast<double>(options.microbatches.size());
    double done = 0;
    PipelineConfig config;
    for (std::uint64_t stages = options.stages.first; stages <= options.stages.last; ++stages) {
        for (std::uint64_t chunks = options.virtual_stages.first; chunks <= options.virtual_stages.last; ++chunks) {
            for (std::uint64_t m = options.microbatches.first; m <= options.microbatches.last; ++m) {
                config.stage_count = stages;
                config.virtual_stages_per_rank = chunks;
                config.microbatches = m;
                judge_shape(config, result);
                progress(++done / shapes);
            }
        }
    }
    return result;
}

}  // namespace tickproof::gate

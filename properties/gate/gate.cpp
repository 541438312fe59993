#include "properties/gate/gate.h"

#include "planner/build_plan.h"
#include "planner/model/limits.h"
#include "properties/gate/judge.h"

namespace tickproof::gate {

namespace {

void judge_shape(PipelineConfig config, GateResult& result) {
    const std::uint64_t stages = saturating_mul(config.stage_count, config.virtual_stages_per_rank);
    for (const ScheduleName& schedule : schedule_names) {
        config.schedule = schedule.kind;
        // One layer a stage, and a number that leaves some stages one layer larger than others.
        for (const std::uint64_t layers : {stages, saturating_add(saturating_mul(2, stages), 1)}) {
            config.n_layer = layers;
            const Outcome outcome = judge(config, build_plan, result.findings);
            ++(outcome == Outcome::planned ? result.planned : result.refused);
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

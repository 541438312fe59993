#include "planner/shared_weight.h"

namespace tickproof {
namespace {

void add_stage(SharedWeightReport& report, const StageAssignment& assignment, std::uint64_t microbatches,
               const GradientOf& gradient_of) {
    float& local = report.stage_local_gradients.at(assignment.physical_stage_id);
    for (std::uint64_t layer = assignment.layer_range.start; layer < assignment.layer_range.end; ++layer) {
        for (std::uint64_t microbatch = 0; microbatch < microbatches; ++microbatch) {
            const float gradient = gradient_of(layer, microbatch);
            report.reference_gradient += gradient;
            local += gradient;
        }
    }
}

}  // namespace

SharedWeightReport simulate_shared_weight_gradient_merge(const Plan& plan, float learning_rate, float initial_weight,
                                                         const GradientOf& gradient_of) {
    SharedWeightReport report;
    report.stage_local_gradients.assign(plan.physical_stage_count, 0.0F);
    for (const StageAssignment& assignment : plan.stage_assignments) {
        add_stage(report, assignment, plan.microbatches, gradient_of);
    }
    for (const float local : report.stage_local_gradients) report.merged_gradient += local;
    report.updated_weight = initial_weight - learning_rate * report.merged_gradient;
    return report;
}

}  // namespace tickproof

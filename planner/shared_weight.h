// What becomes of a weight that every layer shares (a tied embedding) when each rank sums its own gradients first.
//
// Float addition is not associative, so the merged gradient differs from the reference in the last bits. To show
// exactly how much, this adds in the production planner's order and in its precision; the results agree bit for bit.
// It is a function in a source file, not a template, so that our own flags (no contracted multiply-add) compile it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "planner/model/plan.h"

namespace tickproof {

struct SharedWeightReport {
    float reference_gradient = 0.0F;           // one sum over layers in order, each over its microbatches
    float merged_gradient = 0.0F;              // the sum over ranks of what each summed alone
    std::vector<float> stage_local_gradients;  // one a rank
    float updated_weight = 0.0F;               // initial_weight - learning_rate * merged_gradient
};

using GradientOf = std::function<float(std::uint64_t layer, std::uint64_t microbatch)>;

// Calls `gradient_of` once for every layer of the assignments and every microbatch. An assignment to a rank that the
// plan does not have is the caller's mistake: std::out_of_range.
[[nodiscard]] SharedWeightReport simulate_shared_weight_gradient_merge(const Plan& plan, float learning_rate,
                                                                       float initial_weight,
                                                                       const GradientOf& gradient_of);

}  // namespace tickproof

// The whole gate: every small configuration, and everything the production planner printed.
#pragma once

#include <cstdint>
#include <functional>

#include "properties/gate/finding.h"
#include "properties/gate/golden.h"

namespace tickproof::gate {

struct Range {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    [[nodiscard]] std::uint64_t size() const { return last - first + 1; }
};

struct GateOptions {
    Range stages{1, 6};
    Range virtual_stages{1, 4};
    Range microbatches{1, 16};
    std::uint64_t max_findings = 20;  // kept; all are counted
};

struct GateResult {
    std::uint64_t planned = 0;
    std::uint64_t refused = 0;  // by every planner, with the same words
    GoldenCounts golden;
    Findings findings{0};
};

// Every schedule, with n_layer = S*V and with more. `progress` hears the share that is done, from 0 to 1.
[[nodiscard]] GateResult run_gate(const GateOptions& options, const std::function<void(double)>& progress);

}  // namespace tickproof::gate

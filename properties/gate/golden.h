// Judges the built-in planners against what the production planner itself printed.
#pragma once

#include <cstdint>
#include <string_view>

#include "properties/gate/finding.h"

namespace tickproof::gate {

struct GoldenCounts {
    std::uint64_t plans = 0;    // whole plans and shared-weight results
    std::uint64_t digests = 0;  // digests of the events of larger plans
    std::uint64_t errors = 0;   // refusals, message for message
};

struct GoldenData {
    std::string_view plans;
    std::string_view digests;
    std::string_view errors;
};

// What is compiled in.
[[nodiscard]] GoldenData built_in_golden_data();

// Data that cannot be read is a finding too: nothing is passed over.
[[nodiscard]] GoldenCounts judge_golden(const GoldenData& data, Findings& findings);

}  // namespace tickproof::gate

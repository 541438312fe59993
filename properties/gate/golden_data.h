// What the production planner itself printed, compiled in (properties/corpus/golden, cmake/EmbedFile.cmake).
#pragma once

#include <string_view>

namespace tickproof::gate {

extern const std::string_view golden_plans;    // JSON lines: config, plan, shared_weight
extern const std::string_view golden_digests;  // CSV: configuration, ticks, events, SHA-256 of the events
extern const std::string_view golden_errors;   // JSON lines: config, error

}  // namespace tickproof::gate

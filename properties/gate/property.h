// What must hold of every answer, as a table: one named property, one function, used alike by the tests, by the gate on
// the built-in planners, and by the gate on anybody's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/plan.h"
#include "properties/check/report.h"

namespace tickproof::gate {

// valid: the plan is safe to run. conform: it is also the production planner's, event for event.
enum class Level : std::uint8_t { valid, conform };

[[nodiscard]] constexpr std::string_view name(Level level) { return level == Level::conform ? "conform" : "valid"; }

// A plan together with what several properties need to know of it, found once.
struct Case {
    const PipelineConfig& config;  // what was asked
    const Plan& plan;              // what was answered
    const check::Report& report;   // the checker's, all rules, `reference` included
};

struct Property {
    std::string_view id;  // a rule's id, or that of an explanation (properties/gate/explanation.h)
    Level level;
    // Empty if it holds; else sentences, the first of which says most. A property that has nothing to say of a case
    // (gpipe's of another schedule) holds.
    std::vector<std::string> (*witnesses)(const Case&);
};

// In the order in which findings are reported: the first that fails is the most telling.
[[nodiscard]] std::span<const Property> properties();

}  // namespace tickproof::gate

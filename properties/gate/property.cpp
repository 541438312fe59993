#include "properties/gate/property.h"

#include <array>

#include <fmt/format.h>

#include "properties/gate/property_functions.h"

namespace tickproof::gate {

namespace {

using check::Rule;

template <Rule rule>
Witnesses reported(const Case& asked) {
    return violations_of(rule, asked);
}

constexpr std::array<Property, 19> table{{
    {"shape", Level::valid, answers_what_was_asked},
    {"exactly-once", Level::valid, reported<Rule::exactly_once>},
    {"own-rank", Level::valid, reported<Rule::own_rank>},
    {"dependency", Level::valid, reported<Rule::dependency>},
    {"one-op", Level::valid, reported<Rule::one_op>},
    {"deadlock-free", Level::valid, orders_run},
    {"ids", Level::valid, reported<Rule::ids>},
    {"cover", Level::valid, reported<Rule::cover>},
    {"metrics", Level::valid, reported<Rule::metrics>},
    {"bound", Level::valid, not_below_the_optimum},
    {"balance", Level::conform, reported<Rule::balance>},
    {"event-order", Level::conform, reported<Rule::event_order>},
    {"exact-metrics", Level::conform, reported<Rule::exact_metrics>},
    {"progress", Level::conform, reported<Rule::progress>},
    {"work-conservation", Level::conform, never_idle_while_a_task_is_ready},
    {"one-chunk-optimum", Level::conform, one_chunk_meets_the_optimum},
    {"gpipe-optimum", Level::conform, gpipe_meets_the_optimum},
    {"optimal-optimum", Level::conform, optimal_meets_the_optimum},
    {"reference", Level::conform, equals_the_reference},
}};

}  // namespace

std::span<const Property> properties() { return table; }

Witnesses violations_of(Rule rule, const Case& asked) {
    Witnesses all;
    for (const check::Violation& violation : asked.report.violations()) {
        if (violation.rule == rule) all.push_back(fmt::format("{}: {}", violation.place, violation.witness));
    }
    return all;
}

}  // namespace tickproof::gate

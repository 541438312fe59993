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
    {"shape", "the plan answers what was asked: ranks, chunks, microbatches, schedule, partition, layers", Level::valid,
     answers_what_was_asked},
    {"exactly-once", "each microbatch has one forward and one backward on each virtual stage", Level::valid,
     reported<Rule::exactly_once>},
    {"own-rank", "each op runs on the rank that holds its stage", Level::valid, reported<Rule::own_rank>},
    {"dependency", "no op starts before what it needs has ended", Level::valid, reported<Rule::dependency>},
    {"one-op", "a rank does one op at a time", Level::valid, reported<Rule::one_op>},
    {"deadlock-free", "each rank's own order of ops runs to the end, in no more ticks than the plan takes",
     Level::valid, orders_run},
    {"ids", "stages, ranks and local indices of assignments and events fit together", Level::valid,
     reported<Rule::ids>},
    {"cover", "the stages hold all layers, each once, in order", Level::valid, reported<Rule::cover>},
    {"metrics", "the figures are those of the events", Level::valid, reported<Rule::metrics>},
    {"bound", "no plan takes fewer ticks than the proven optimum", Level::valid, not_below_the_optimum},
    {"balance", "stages differ by one layer at most, larger ones first", Level::conform, reported<Rule::balance>},
    {"event-order", "events come by tick, then rank", Level::conform, reported<Rule::event_order>},
    {"exact-metrics", "the bubble fraction is the production planner's f32, bit for bit", Level::conform,
     reported<Rule::exact_metrics>},
    {"progress", "no tick passes without an op while work remains", Level::conform, reported<Rule::progress>},
    {"work-conservation", "gpipe and interleaved_1f1b leave no rank idle while a task of its own is ready",
     Level::conform, never_idle_while_a_task_is_ready},
    {"one-chunk-optimum", "with one chunk a rank the plan takes the proven optimum of ticks", Level::conform,
     one_chunk_meets_the_optimum},
    {"gpipe-optimum", "gpipe takes the proven optimum of ticks where S divides M", Level::conform,
     gpipe_meets_the_optimum},
    {"optimal-optimum", "optimal always takes the proven optimum of ticks", Level::conform, optimal_meets_the_optimum},
    {"reference", "assignments and events are the reference planner's, one by one", Level::conform,
     equals_the_reference},
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

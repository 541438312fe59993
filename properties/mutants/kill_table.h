// Which planted fault is caught by what, as rows and as the text of docs/kill-table.md.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "properties/check/rule.h"

namespace tickproof::mutants {

using CaughtBy = std::set<std::string, std::less<>>;  // of rules and properties

struct Row {
    std::string_view name;
    std::string_view place;                    // the wrong field, or the place in the planner
    std::optional<check::Rule> meant{};        // to catch it; of a planner, nobody in particular
    CaughtBy caught_by{};                      // over all that it was tried on
    std::uint64_t tried = 0;                   // bases that had room for it, or configurations
    std::uint64_t failing = 0;                 // of these, where it differs from what is right
    std::uint64_t missed = 0;                  // of these, where nothing catches it, or not the rule that is meant to
    std::uint64_t false_alarms = 0;            // caught where nothing differs
    std::optional<PipelineConfig> smallest{};  // of a planner: the smallest S + V + M on which it differs
    std::string_view equivalent_because{};
};

struct KillTable {
    std::vector<Row> plans;
    std::vector<Row> orders;
    std::vector<Row> planners;
};

[[nodiscard]] KillTable kill_table();

// Mutants whose other rules are silent. `reference` does not count as another rule: it wants one certain list of
// events, so it must object to whatever is wrong with a list, too.
[[nodiscard]] std::vector<std::string_view> caught_by_alone(const KillTable& table, check::Rule rule);
[[nodiscard]] std::vector<std::string_view> caught_by(const KillTable& table, check::Rule rule);

[[nodiscard]] std::string in_markdown(const KillTable& table);

}  // namespace tickproof::mutants

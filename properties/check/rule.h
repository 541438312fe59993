// The rules by name, and what to tell a person about each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tickproof::check {

enum class Rule : std::uint8_t {
    exactly_once,
    dependency,
    one_op,
    own_rank,
    in_flight_cap,
    cover,
    ids,
    metrics,
    deadlock,
    payload,
    buffer,
    sharding,
    lowering,
    balance,
    event_order,
    exact_metrics,
    progress,
    reference,
};
inline constexpr std::size_t rule_count = 18;

// Safety: a plan that breaks one hangs, trains wrongly or lies about itself. Convention: it differs from the production
// planner.
enum class RuleClass : std::uint8_t { safety, convention };

struct RuleText {
    Rule rule;
    std::string_view id;  // as on the command line and in JSON
    RuleClass rule_class;
    std::string_view meaning;
    std::string_view example;  // a violation
    std::string_view advice;
};

// In the order of Rule.
[[nodiscard]] const std::array<RuleText, rule_count>& rule_texts();
[[nodiscard]] const RuleText& text(Rule rule);
[[nodiscard]] std::optional<Rule> rule_named(std::string_view id);

}  // namespace tickproof::check

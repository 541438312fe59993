#include "fuzz/verdicts.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "fuzz/differ.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/words.h"
#include "properties/check/check.h"
#include "properties/check/rule.h"

namespace tickproof::fuzz {

namespace {

// The first rule that the two do not agree on; that it is valid at all may be one more.
std::optional<std::string_view> first_difference(const check::Report& report, const slow::Seen& seen) {
    using check::Rule;
    const auto differs = [&](Rule rule, bool is_kept) { return (report.count(rule) == 0) != is_kept; };
    const auto id = [](Rule rule) { return check::text(rule).id; };
    if (differs(Rule::exactly_once, seen.complete)) return id(Rule::exactly_once);
    // The other rules pass over ops that are missing or doubled, and what is in flight is only clear where one op comes
    // after another, on its own rank and after its inputs.
    if (seen.complete) {
        if (differs(Rule::dependency, seen.inputs_usable)) return id(Rule::dependency);
        if (differs(Rule::own_rank, seen.at_home)) return id(Rule::own_rank);
        if (differs(Rule::one_op, seen.one_at_a_time)) return id(Rule::one_op);
        const bool is_clear = seen.inputs_usable && seen.at_home && seen.one_at_a_time;
        if (is_clear && differs(Rule::in_flight_cap, seen.within_cap)) return id(Rule::in_flight_cap);
    }
    if (report.valid() != seen.valid()) return "valid or not";
    return std::nullopt;
}

}  // namespace

void expect_same_verdict(const Problem& problem, const Schedule& ops, const std::string& edit) {
    const check::Report report = check::check_schedule(problem, ops);
    const slow::Seen seen = slow::simulate(problem, ops);
    const auto difference = first_difference(report, seen);
    if (!difference) return;
    differ(Suspect::checker, fmt::format("the verdict on a schedule: {}", *difference),
           {{"problem", in_words(problem)},
            {"schedule", in_words(ops)},
            {"change", edit},
            {"checker", in_words(report)},
            {"slow simulation", slow::in_words(seen)}});
}

}  // namespace tickproof::fuzz

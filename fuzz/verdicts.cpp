#include "fuzz/verdicts.h"

#include "fuzz/differ.h"
#include "fuzz/words.h"

namespace tickproof::fuzz {

bool same_verdict(const check::Report& report, const slow::Seen& seen) {
    using check::Rule;
    const auto keeps = [&](Rule rule) { return report.count(rule) == 0; };
    if (report.valid() != seen.valid() || keeps(Rule::exactly_once) != seen.complete) return false;
    // The other rules pass over ops that are missing or doubled, and what is in flight is only clear where one op comes
    // after another, on its own rank and after its inputs.
    if (!seen.complete) return true;
    if (keeps(Rule::dependency) != seen.inputs_usable || keeps(Rule::own_rank) != seen.at_home) return false;
    if (keeps(Rule::one_op) != seen.one_at_a_time) return false;
    const bool is_clear = seen.inputs_usable && seen.at_home && seen.one_at_a_time;
    return !is_clear || keeps(Rule::in_flight_cap) == seen.within_cap;
}

void expect_same_verdict(const Problem& problem, const Schedule& ops, const std::string& edit) {
    const check::Report report = check::check_schedule(problem, ops);
    const slow::Seen seen = slow::simulate(problem, ops);
    if (same_verdict(report, seen)) return;
    differ(Suspect::checker, "the verdict on a schedule",
           {{"problem", in_words(problem)},
            {"schedule", in_words(ops)},
            {"change", edit},
            {"checker", in_words(report)},
            {"slow simulation", slow::in_words(seen)}});
}

}  // namespace tickproof::fuzz

// A valid plan or schedule with one change: the checker objects exactly if the slow simulation does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fuzz/decode/config.h"
#include "fuzz/decode/edit.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/slow/plan.h"
#include "fuzz/verdicts.h"
#include "fuzz/words.h"
#include "planner/build_plan.h"
#include "properties/check/check.h"
#include "properties/check/rule.h"

using namespace tickproof;
using fuzz::Bytes;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

void try_schedule(Bytes& bytes) {
    Problem problem = fuzz::decode_problem(bytes);
    Schedule schedule = fuzz::decode_valid_schedule(bytes, problem);
    // As tight a cap as it keeps, so that a change can break it.
    if (bytes.one_in(2)) problem.max_in_flight = std::ranges::max(slow::simulate(problem, schedule).peaks);
    fuzz::expect_same_verdict(problem, schedule, "none");
    std::string edit = "the cap is one lower";
    if (problem.max_in_flight && bytes.one_in(8)) {
        --*problem.max_in_flight;
    } else {
        edit = fuzz::edit_schedule(bytes, schedule);
    }
    fuzz::expect_same_verdict(problem, schedule, edit);
}

// Each rule on the tables and figures of a plan by itself, where the two can be told to mean the same: the first that
// they do not agree on.
std::optional<std::string_view> first_difference(const check::Report& all, const slow::PlanSeen& seen) {
    using check::Rule;
    const auto differs = [&](Rule rule, bool is_kept) { return (all.count(rule) == 0) != is_kept; };
    const auto id = [](Rule rule) { return check::text(rule).id; };
    const bool has_metrics = seen.figures && seen.bubble != slow::Bubble::wrong;
    if (differs(Rule::cover, seen.cover)) return id(Rule::cover);
    if (differs(Rule::ids, seen.shape)) return id(Rule::ids);
    if (seen.bubble != slow::Bubble::close && differs(Rule::metrics, has_metrics)) return id(Rule::metrics);
    if (differs(Rule::event_order, seen.event_order)) return id(Rule::event_order);
    if (differs(Rule::progress, seen.progress)) return id(Rule::progress);
    if (seen.cover && differs(Rule::balance, seen.balance)) return id(Rule::balance);
    if (all.valid() != seen.as_the_production_planner()) return "as the production planner or not";
    return std::nullopt;
}

void expect_plan_judged(const Plan& plan, const std::string& edit) {
    if (const Problem problem = check::problem_of(plan); slow::fits(problem)) {
        fuzz::expect_same_verdict(problem, plan.events, edit);
    }
    const slow::PlanSeen seen = slow::judge(plan);
    const check::Report safety = check::check_plan(plan);
    const check::Report all =
        check::check_plan(plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = {}});
    const bool safety_judged = seen.bubble == slow::Bubble::close || safety.valid() == seen.safe();
    const auto difference = first_difference(all, seen);
    if (safety_judged && !difference) return;
    differ(Suspect::checker, fmt::format("a plan with one change: {}", difference.value_or("safe or not")),
           {{"plan", in_words(PlanResult(plan))},
            {"change", edit},
            {"checker, safety", in_words(safety)},
            {"checker, all", in_words(all)},
            {"slow simulation", slow::in_words(seen)}});
}

void try_plan(Bytes& bytes) {
    auto plan = build_plan(fuzz::decode_valid_config(bytes, 64));
    if (!plan) differ(Suspect::planner, "a configuration that can be planned", {{"planner", plan.error().message}});
    const std::string edit = fuzz::edit_plan(bytes, *plan);
    expect_plan_judged(*plan, edit);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    if (bytes.one_in(2)) {
        try_plan(bytes);
    } else {
        try_schedule(bytes);
    }
    return 0;
}

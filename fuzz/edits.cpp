// A valid plan or schedule with one change: the checker objects exactly if the slow simulation does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/decode/config.h"
#include "fuzz/decode/edit.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/slow/plan.h"
#include "fuzz/words.h"
#include "planner/build_plan.h"
#include "properties/check/check.h"

using namespace tickproof;
using fuzz::Bytes;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

void expect_schedule_judged(const Problem& problem, const Schedule& schedule, const std::string& edit) {
    const check::Report report = check::check_schedule(problem, schedule);
    const slow::Seen seen = slow::simulate(problem, schedule);
    if (report.valid() == seen.valid()) return;
    differ(Suspect::checker, "a schedule with one change",
           {{"problem", in_words(problem)},
            {"schedule", in_words(schedule)},
            {"change", edit},
            {"checker", in_words(report)},
            {"slow simulation", in_words(seen)}});
}

void try_schedule(Bytes& bytes) {
    Problem problem = fuzz::decode_problem(bytes);
    Schedule schedule = fuzz::decode_valid_schedule(bytes, problem);
    // As tight a cap as it keeps, so that a change can break it.
    if (bytes.one_in(2)) problem.max_in_flight = std::ranges::max(slow::simulate(problem, schedule).peaks);
    expect_schedule_judged(problem, schedule, "none");
    expect_schedule_judged(problem, schedule, fuzz::edit_schedule(bytes, schedule));
}

void expect_plan_judged(const Plan& plan, const std::string& edit) {
    const slow::PlanSeen seen = slow::judge(plan);
    const check::Report safety = check::check_plan(plan);
    const check::Report all =
        check::check_plan(plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = {}});
    const bool safety_judged = seen.bubble == slow::Bubble::close || safety.valid() == seen.safe();
    if (safety_judged && all.valid() == seen.as_the_production_planner()) return;
    differ(Suspect::checker, "a plan with one change",
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

// The checker against only writing the events of the plan it judges; and what it needs beside the plan.
#include "bench/allocations.h"
#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/build_plan.h"
#include "properties/check/check.h"

namespace tickproof::bench {
namespace {

void check_again(benchmark::State& state, check::Rules rules) {
    const Plan plan = build_plan(large).value();
    for (auto _ : state) {
        const check::Report report = check::check_plan(plan, {.rules = rules, .placement = {}, .max_in_flight = {}});
        if (!report.valid()) state.SkipWithError("the plan was found invalid");
    }
}

void check_large_safety(benchmark::State& state) { check_again(state, check::Rules::safety); }
void check_large_all(benchmark::State& state) { check_again(state, check::Rules::all); }
BENCHMARK(check_large_safety)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);
BENCHMARK(check_large_all)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

double bytes_an_op() {
    const Plan plan = build_plan(large).value();
    const std::size_t before = live_bytes();
    reset_peak();
    benchmark::DoNotOptimize(
        check::check_plan(plan, {.rules = check::Rules::all, .placement = {}, .max_in_flight = {}}));
    return static_cast<double>(peak_bytes() - before) / static_cast<double>(plan.events.size());
}

}  // namespace

std::vector<Row> checker_against_writing(const Times& times) {
    const double writing = times.at("write_large");
    return {{"checker, safety rules, against only writing the events", times.at("check_large_safety") / writing,
             Limit::at_most, 20, "times"},
            {"checker, all rules, against only writing the events", times.at("check_large_all") / writing,
             Limit::at_most, 20, "times"},
            {"bytes an op that the checker needs beside the plan", bytes_an_op(), Limit::at_most, 24, "bytes"}};
}

}  // namespace tickproof::bench

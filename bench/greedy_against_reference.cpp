// The counter machine against the tick loop with the production planner's containers.
#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/build_plan.h"
#include "planner/reference_planner.h"

namespace tickproof::bench {
namespace {

void reference_plan_large(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(reference_plan(large));
}
BENCHMARK(reference_plan_large)->Unit(benchmark::kMillisecond)->Iterations(1);

// Both give a whole plan, in fresh memory.
void greedy_plan_large(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(build_plan(large));
}
BENCHMARK(greedy_plan_large)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

}  // namespace

std::vector<Row> greedy_against_reference(const Times& times) {
    const double factor = times.at("reference_plan_large") / times.at("greedy_plan_large");
    return {{"greedy faster than reference, S=64 V=8 M=512", factor, Limit::at_least, 200, "times"}};
}

}  // namespace tickproof::bench

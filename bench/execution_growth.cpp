// Orders executed under buffered:1, a million ops and a sixteenth of that: what an op costs must not grow with them.
#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/build_plan.h"
#include "planner/model/orders_of.h"
#include "properties/check/check.h"
#include "properties/check/execute.h"

namespace tickproof::bench {
namespace {

constexpr std::uint64_t ranks = 64;

void execute_again(benchmark::State& state, std::uint64_t microbatches) {
    const Plan plan = build_plan({.n_layer = ranks,
                                  .stage_count = ranks,
                                  .virtual_stages_per_rank = 1,
                                  .schedule = ScheduleKind::gpipe,
                                  .microbatches = microbatches})
                          .value();
    const Problem problem = check::problem_of(plan);
    const Orders orders = orders_of(problem, plan.events);
    const Communication model{.handover = Handover::buffered, .slots = 1};
    for (auto _ : state) {
        const check::Execution execution = check::execute(problem, orders, model);
        if (!std::holds_alternative<check::Executed>(execution)) state.SkipWithError("the orders did not run");
    }
}

void execute_million(benchmark::State& state) { execute_again(state, 8192); }
void execute_sixteenth(benchmark::State& state) { execute_again(state, 512); }
BENCHMARK(execute_million)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);
BENCHMARK(execute_sixteenth)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

}  // namespace

std::vector<Row> execution_growth(const Times& times) {
    const double million = times.at("execute_million");
    return {{"executing 1,048,576 ops over 64 ranks, buffered:1", million, Limit::at_most, 2, "seconds"},
            {"the same, an op of it against an op of a sixteenth", million / 16 / times.at("execute_sixteenth"),
             Limit::at_most, 4, "times"}};
}

}  // namespace tickproof::bench

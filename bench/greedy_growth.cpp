// Whether the time of an event stays the same when there are more microbatches.
#include <utility>

#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/greedy_planner.h"

namespace tickproof::bench {
namespace {

void plan_again(benchmark::State& state, const PipelineConfig& config) {
    std::vector<TimedOp> events;
    for (auto _ : state) {
        events = greedy_events(config, std::move(events));
        benchmark::DoNotOptimize(events.data());
        benchmark::ClobberMemory();
    }
}

constexpr std::uint64_t few = 512;
constexpr std::uint64_t many = 4096;

void greedy_few_microbatches(benchmark::State& state) { plan_again(state, interleaved(16, 4, few)); }
void greedy_many_microbatches(benchmark::State& state) { plan_again(state, interleaved(16, 4, many)); }
BENCHMARK(greedy_few_microbatches)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);
BENCHMARK(greedy_many_microbatches)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

}  // namespace

std::vector<Row> greedy_growth(const Times& times) {
    const double growth = times.at("greedy_many_microbatches") / times.at("greedy_few_microbatches");
    const double events = static_cast<double>(many) / static_cast<double>(few);
    return {{"greedy, time an event, M=4096 against M=512, S=16 V=4", growth / events, Limit::at_most, 1.5, "times"}};
}

}  // namespace tickproof::bench

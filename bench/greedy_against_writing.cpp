// The counter machine into a reused buffer, against only writing one; and what an event occupies.
#include <utility>

#include "bench/allocations.h"
#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/greedy_planner.h"

namespace tickproof::bench {
namespace {

void greedy_large(benchmark::State& state) {
    std::vector<TimedOp> events;
    for (auto _ : state) {
        events = greedy_events(large, std::move(events));
        benchmark::DoNotOptimize(events.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(greedy_large)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

double bytes_an_event() {
    const std::size_t before = live_bytes();
    const std::vector<TimedOp> events = greedy_events(large);
    return static_cast<double>(live_bytes() - before) / static_cast<double>(events.size());
}

}  // namespace

std::vector<Row> greedy_against_writing(const Times& times) {
    const double factor = times.at("greedy_large") / times.at("write_large");
    return {{"greedy into a reused buffer against only writing it", factor, Limit::at_most, 5, "times"},
            {"bytes an event of the plan", bytes_an_event(), Limit::at_most, 32, "bytes"}};
}

}  // namespace tickproof::bench

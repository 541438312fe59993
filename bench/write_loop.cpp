#include "bench/write_loop.h"

#include <cstdint>
#include <utility>

#include <benchmark/benchmark.h>

#include "bench/shapes.h"

namespace tickproof::bench {
namespace {

struct Counts {
    std::uint32_t ranks;
    std::uint32_t chunks;
    std::uint32_t microbatches;
};

TimedOp* write_half(const Counts& counts, OpKind kind, std::uint64_t tick, TimedOp* out) {
    for (std::uint32_t chunk = 0; chunk < counts.chunks; ++chunk) {
        for (std::uint32_t microbatch = 0; microbatch < counts.microbatches; ++microbatch, ++tick) {
            for (std::uint32_t rank = 0; rank < counts.ranks; ++rank) {
                *out++ = {tick, rank, chunk * counts.ranks + rank, chunk, microbatch, kind};
            }
        }
    }
    return out;
}

void write_large(benchmark::State& state) {
    std::vector<TimedOp> events;
    for (auto _ : state) {
        events = write_events(large, std::move(events));
        benchmark::DoNotOptimize(events.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(write_large)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

}  // namespace

std::vector<TimedOp> write_events(const PipelineConfig& config, std::vector<TimedOp> reuse) {
    const Counts counts{static_cast<std::uint32_t>(config.stage_count),
                        static_cast<std::uint32_t>(config.virtual_stages_per_rank),
                        static_cast<std::uint32_t>(config.microbatches)};
    std::vector<TimedOp> events = std::move(reuse);
    events.resize(std::size_t{2} * counts.ranks * counts.chunks * counts.microbatches);
    TimedOp* const middle = write_half(counts, OpKind::forward, 0, events.data());
    write_half(counts, OpKind::backward, std::uint64_t{counts.chunks} * counts.microbatches, middle);
    return events;
}

}  // namespace tickproof::bench

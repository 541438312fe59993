// Reading PyTorch's CSV: a million actions over 64 rows.
#include "planner/formats/pytorch_csv.h"

#include <string>

#include "bench/rows.h"
#include "bench/shapes.h"
#include "planner/build_plan.h"
#include "planner/model/orders_of.h"
#include "properties/check/check.h"

namespace tickproof::bench {
namespace {

void read_pytorch_csv_again(benchmark::State& state) {
    constexpr std::uint64_t ranks = 64;
    const Plan plan = build_plan({.n_layer = ranks,
                                  .stage_count = ranks,
                                  .virtual_stages_per_rank = 1,
                                  .schedule = ScheduleKind::gpipe,
                                  .microbatches = 8192})
                          .value();
    std::string text;
    formats::write_pytorch_csv(orders_of(check::problem_of(plan), plan.events),
                               [&](std::string_view piece) { text += piece; });
    for (auto _ : state) {
        if (!formats::read_pytorch_csv(text)) state.SkipWithError("the file was refused");
    }
}
BENCHMARK(read_pytorch_csv_again)->Unit(benchmark::kMillisecond)->Repetitions(repetitions);

}  // namespace

std::vector<Row> pytorch_csv(const Times& times) {
    return {{"reading a PyTorch CSV of 1,048,576 actions", times.at("read_pytorch_csv_again"), Limit::at_most, 2,
             "seconds"}};
}

}  // namespace tickproof::bench

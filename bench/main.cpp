// Runs every benchmark and prints the table. Ends with 1 only if a figure is ten times off its limit, for a busy
// machine must not fail a build; with 2 if it was called wrongly.
// usage: tickproof_bench SECONDS MIB [options of Google Benchmark]      where command_line.py printed SECONDS and MIB
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/rows.h"
#include "bench/smallest_times.h"

namespace tickproof::bench {
namespace {

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<Row> command_line(double seconds, double peak_mib) {
    return {{"tickproof plan and check, S=64 V=8 M=512, through a file", seconds, Limit::at_most, 3, "seconds"},
            {"peak memory of either", peak_mib, Limit::at_most, 1024, "MiB"}};
}

std::vector<Row> all_rows(const Times& times) {
    std::vector<Row> rows;
    for (const auto& measure :
         {greedy_against_reference, greedy_growth, greedy_against_writing, checker_against_writing, execution_growth,
          pytorch_csv, encoding_against_difference_logic}) {
        const std::vector<Row> more = measure(times);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

int run(double seconds, double peak_mib) {
    SmallestTimes reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::vector<Row> rows = all_rows(reporter.times());
    const std::vector<Row> processes = command_line(seconds, peak_mib);
    rows.insert(rows.end(), processes.begin(), processes.end());
    fmt::print("\n{}", as_table(rows));
    return std::ranges::any_of(rows, &Row::hopeless) ? 1 : 0;
}

}  // namespace
}  // namespace tickproof::bench

int main(int argc, char** argv) {
    using tickproof::bench::number;
    benchmark::Initialize(&argc, argv);
    const auto seconds = argc == 3 ? number(argv[1]) : std::nullopt;
    const auto peak_mib = argc == 3 ? number(argv[2]) : std::nullopt;
    if (!seconds || !peak_mib) {
        fmt::print(stderr, "usage: tickproof_bench SECONDS MIB [options of Google Benchmark]\n");
        return 2;
    }
    try {
        return tickproof::bench::run(*seconds, *peak_mib);
    } catch (const std::out_of_range&) {
        fmt::print(stderr, "no table: a benchmark that it needs failed or was filtered out\n");
        return 1;
    } catch (const std::runtime_error& failure) {
        fmt::print(stderr, "no table: {}\n", failure.what());
        return 1;
    }
}

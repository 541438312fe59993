#include "bench/smallest_times.h"

#include <algorithm>

namespace tickproof::bench {

void SmallestTimes::ReportRuns(const std::vector<Run>& runs) {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
        if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
        const double seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
        const auto [entry, first] = times_.try_emplace(run.run_name.function_name, seconds);
        if (!first) entry->second = std::min(entry->second, seconds);
    }
}

}  // namespace tickproof::bench

// Keeps the smallest processor time of each benchmark: of all repetitions it is the least disturbed by the machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace tickproof::bench {

// Seconds an iteration, by the name of the benchmark's function.
using Times = std::map<std::string, double>;

class SmallestTimes : public benchmark::ConsoleReporter {
public:
    SmallestTimes() : ConsoleReporter(OO_None) {}
    void ReportRuns(const std::vector<Run>& runs) override;
    [[nodiscard]] const Times& times() const { return times_; }

private:
    Times times_;
};

}  // namespace tickproof::bench

// The table of what must be reached: what was measured beside its limit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/smallest_times.h"

namespace tickproof::bench {

enum class Limit : unsigned char { at_least, at_most };

struct Row {
    std::string what;
    double measured = 0;
    Limit kind = Limit::at_most;
    double limit = 0;
    std::string unit;  // "times", "bytes", "seconds", "MiB"

    [[nodiscard]] bool met() const { return kind == Limit::at_least ? measured >= limit : measured <= limit; }
    // A slow or busy machine misses a limit; this far off, something is broken.
    [[nodiscard]] bool hopeless() const {
        return kind == Limit::at_least ? measured * 10 < limit : measured > limit * 10;
    }
};

// One file each.
[[nodiscard]] std::vector<Row> greedy_against_reference(const Times& times);
[[nodiscard]] std::vector<Row> greedy_growth(const Times& times);
[[nodiscard]] std::vector<Row> greedy_against_writing(const Times& times);
[[nodiscard]] std::vector<Row> checker_against_writing(const Times& times);
[[nodiscard]] std::vector<Row> execution_growth(const Times& times);
[[nodiscard]] std::vector<Row> pytorch_csv(const Times& times);
[[nodiscard]] std::vector<Row> encoding_against_difference_logic(const Times& times);

[[nodiscard]] std::string as_table(std::span<const Row> rows);

}  // namespace tickproof::bench

#include "smt/encode/windows.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "smt/encode/encode_test_data.h"

namespace tickproof::encode {
namespace {

using Table = std::vector<std::vector<std::int64_t>>;  // by class and microbatch

// The words of docs/theory.md, by going over all ops again until nothing moves.
Table earliest(const Windows& windows) {
    const std::size_t classes = windows.classes().size();
    const auto microbatches = static_cast<std::size_t>(windows.microbatches());
    Table table(classes, std::vector<std::int64_t>(microbatches, 0));
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t c = 0; c < classes; ++c) {
            for (std::size_t m = 0; m < microbatches; ++m) {
                std::int64_t start = 0;
                if (const auto p = windows.classes()[c].before) start = std::max(start, table[*p][m] + windows.lag(c));
                if (m > 0) start = std::max(start, table[c][m - 1] + windows.duration(c));
                moved = moved || start != table[c][m];
                table[c][m] = start;
            }
        }
    }
    return table;
}

Table latest(const Windows& windows) {
    const std::size_t classes = windows.classes().size();
    const auto microbatches = static_cast<std::size_t>(windows.microbatches());
    Table table(classes, std::vector<std::int64_t>(microbatches, windows.horizon()));
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t c = 0; c < classes; ++c) {
            for (std::size_t m = 0; m < microbatches; ++m) {
                std::int64_t start = windows.horizon() - windows.duration(c);
                for (std::size_t a = 0; a < classes; ++a) {
                    if (windows.classes()[a].before == c) start = std::min(start, table[a][m] - windows.lag(a));
                }
                if (m + 1 < microbatches) start = std::min(start, table[c][m + 1] - windows.duration(c));
                moved = moved || start != table[c][m];
                table[c][m] = start;
            }
        }
    }
    return table;
}

void expect_longest_paths(const Problem& problem) {
    constexpr std::uint64_t horizon = 100;
    const Windows windows(op_classes(problem), problem.microbatches, horizon);
    const Table first = earliest(windows);
    const Table last = latest(windows);
    for (std::size_t c = 0; c < first.size(); ++c) {
        for (std::size_t m = 0; m < first[c].size(); ++m) {
            const Window window = windows.of(c, static_cast<std::int64_t>(m));
            EXPECT_EQ(window.earliest, first[c][m]) << "class " << c << " microbatch " << m;
            EXPECT_EQ(window.latest, last[c][m]) << "class " << c << " microbatch " << m;
        }
    }
}

TEST(Windows, AreTheLongestPathsWhateverTheDurations) {
    for (std::uint64_t ticks = 0; ticks < 81; ++ticks) {
        for (const BackwardForm form : {BackwardForm::full, BackwardForm::split}) {
            Problem problem = shape(2, 2, 3);
            problem.backward_form = form;
            problem.durations = {ticks % 3 + 1, ticks / 3 % 3 + 1, ticks / 9 % 3 + 1, ticks / 27 % 3 + 1};
            problem.hop_latency_ticks = ticks % 2;
            problem.placement = ticks % 4 < 2 ? Placement::loop(2) : Placement::v_shaped(2);
            expect_longest_paths(problem);
        }
    }
}

TEST(Windows, AreEmptyOneTickBelowTheCriticalPath) {
    // One chunk, four microbatches: the last forward starts at tick 3 at the earliest, its backward ends with tick 4.
    const std::vector<OpClass> classes = op_classes(shape(1, 1, 4));
    EXPECT_FALSE(Windows(classes, 4, 5).some_is_empty());
    EXPECT_TRUE(Windows(classes, 4, 4).some_is_empty());
    EXPECT_TRUE(Windows(classes, 4, 0).some_is_empty());
}

}  // namespace
}  // namespace tickproof::encode

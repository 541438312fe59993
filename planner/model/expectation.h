// What a file says of its own orders, so that one file is both a case and its right answer. Absent: not claimed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tickproof {

struct BufferedClaim {
    std::uint64_t slots = 0;
    bool runs = true;
    friend bool operator==(const BufferedClaim&, const BufferedClaim&) = default;
};

struct Expectation {
    std::optional<bool> valid{};             // "verdict": "valid" | "invalid"
    std::optional<bool> dependencies_run{};  // "dependencies": "ok" | "cycle"
    std::optional<std::uint64_t> makespan_ticks{};
    std::optional<std::uint64_t> messages{};                                   // across ranks
    std::optional<std::vector<std::uint64_t>> peak{};                          // in-flight per rank, freed at B or W
    std::optional<std::vector<std::uint64_t>> peak_freed_at_input_gradient{};  // the same, freed at B or I
    std::vector<BufferedClaim> buffered{};                                     // "buffered": {K: "ok" | "deadlock"}
    std::optional<bool> grouped_runs{};                                        // "grouped": "ok" | "deadlock"
    std::optional<bool> fifo_fits{};  // "fifo": "ok" | "swap", under dependencies+fifo
    friend bool operator==(const Expectation&, const Expectation&) = default;
};

}  // namespace tickproof

// What a file says of its own orders, so that one file is both a case and its right answer. Absent: not claimed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tickproof {

struct Expectation {
    std::optional<bool> valid;             // "verdict": "valid" | "invalid"
    std::optional<bool> dependencies_run;  // "dependencies": "ok" | "cycle"
    std::optional<std::uint64_t> makespan_ticks;
    std::optional<std::uint64_t> messages;                                   // across ranks
    std::optional<std::vector<std::uint64_t>> peak;                          // in-flight per rank, freed at B or W
    std::optional<std::vector<std::uint64_t>> peak_freed_at_input_gradient;  // the same, freed at B or I
    // Claims that are read and understood but judged by no part of this version, by key ("buffered", "grouped",
    // "fifo").
    std::vector<std::string> beyond_this_version;
    friend bool operator==(const Expectation&, const Expectation&) = default;
};

}  // namespace tickproof

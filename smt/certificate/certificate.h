// What is known of a problem's optimum, with the evidence: no schedule is shorter than `lower`, and one has makespan
// `upper`. Where the two are equal, that is the optimum.
//
// Plain data, possibly from a hostile file: nothing here is promised to be true. smt/recheck judges that;
// docs/theory.md says what each kind of evidence means.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::certificate {

// The ops of a rank that start no sooner than `head` and are followed by `tail` take `load` ticks. In ticks; `chunks`
// is how many of the rank's stages have an op among them.
struct LoadBound {
    std::uint64_t rank = 0;
    std::uint64_t chunks = 0;
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint64_t load = 0;
    friend bool operator==(const LoadBound&, const LoadBound&) = default;
};

// The activations of a rank's stages from `stage` on are held for `held` ticks all together, some at a time.
struct InFlightBound {
    std::uint64_t rank = 0;
    std::uint64_t stage = 0;
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint64_t held = 0;
    friend bool operator==(const InFlightBound&, const InFlightBound&) = default;
};

// The formula of this horizon has no model.
struct Refutation {
    std::uint64_t horizon = 0;
    std::string formula_sha256;  // of its DIMACS text, 64 lower-case hexadecimal digits
    std::string proof;           // binary DRAT
    friend bool operator==(const Refutation&, const Refutation&) = default;
};

// How many states a search meets after 0, 1, … ticks, up to and including the first layer that has none.
struct StateCounts {
    std::uint64_t horizon = 0;
    std::vector<std::uint64_t> states;
    friend bool operator==(const StateCounts&, const StateCounts&) = default;
};

// The optimal construction, which takes so few words to rebuild that it is not written down.
struct Construction {
    friend bool operator==(const Construction&, const Construction&) = default;
};

using LowerEvidence = std::variant<LoadBound, InFlightBound, Refutation, StateCounts>;
using UpperEvidence = std::variant<Construction, Schedule>;

struct Certificate {
    Problem problem{};
    std::uint64_t lower = 0;  // ticks
    std::uint64_t upper = 0;  // ticks
    LowerEvidence lower_evidence{};
    UpperEvidence upper_evidence{};
};

}  // namespace tickproof::certificate

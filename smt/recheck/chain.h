// Heads, tails and holding times in closed form. The ops of one microbatch are a chain up through the stages and back
// down, so each of them is a number of ops times their duration and a number of hops times the latency; both come from
// counting, and nothing is walked.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/op.h"
#include "planner/model/problem.h"

namespace tickproof::recheck {

class Chain {
public:
    // The problem is sound and outlives the chain.
    explicit Chain(const Problem& problem);

    // The earliest start of a microbatch's op, and the ticks that must follow its end. The kind is one of the
    // problem's.
    [[nodiscard]] std::uint64_t head(OpKind kind, std::uint64_t stage) const;
    [[nodiscard]] std::uint64_t tail(OpKind kind, std::uint64_t stage) const;
    // From the start of a stage's F to the end of its B or W, at least.
    [[nodiscard]] std::uint64_t hold(std::uint64_t stage) const;

private:
    // Hops between neighbours of the stages 0 … `stage` that are on different ranks.
    [[nodiscard]] std::uint64_t hops_to(std::uint64_t stage) const;
    [[nodiscard]] std::uint64_t latency_to(std::uint64_t stage) const;
    [[nodiscard]] std::uint64_t latency_from(std::uint64_t stage) const;

    const Problem& problem_;
    std::uint64_t last_;                 // stage
    std::uint64_t gradient_;             // ticks of a B or I
    std::uint64_t weight_;               // ticks of a W; 0 with full backward
    std::vector<std::uint64_t> listed_;  // hops_to of a listed placement
};

}  // namespace tickproof::recheck

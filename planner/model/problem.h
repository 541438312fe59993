// The general question that schedules answer: which ops there are, where they run, what they cost, who waits for whom.
//
// The dependencies are not stored, they follow from the shape. With K = ranks * chunks stages and microbatch m:
//   F(v,m) after F(v-1,m);   B(v,m) and I(v,m) after F(v,m) and after B(v+1,m) or I(v+1,m);   W(v,m) after I(v,m).
// A result is usable `duration` ticks after its op starts, and hop_latency_ticks later still on another rank.
// The production planner's world is durations 1, latency 0, loop placement, full backward, no cap.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "planner/model/limits.h"
#include "planner/model/op.h"
#include "planner/model/placement.h"

namespace tickproof {

struct Durations {  // in ticks, each from 1 to limits::max_duration_ticks
    std::uint64_t forward = 1;
    std::uint64_t backward = 1;
    std::uint64_t backward_input = 1;
    std::uint64_t backward_weight = 1;
    friend bool operator==(const Durations&, const Durations&) = default;
};

// full: every backward is a B. split: every backward is an I and a W. any: each (stage, microbatch) has its own choice.
enum class BackwardForm : std::uint8_t { full, split, any };

[[nodiscard]] constexpr std::string_view name(BackwardForm form) {
    constexpr std::array<std::string_view, 3> names{"full", "split", "any"};
    return names[static_cast<std::size_t>(form)];
}

struct Problem {
    std::uint64_t ranks = 0;         // S
    std::uint64_t chunks = 0;        // V, virtual stages of a rank
    std::uint64_t microbatches = 0;  // M
    Placement placement = Placement::loop(1);
    BackwardForm backward_form = BackwardForm::full;
    Durations durations;
    std::uint64_t hop_latency_ticks = 0;         // up to limits::max_duration_ticks
    std::optional<std::uint64_t> max_in_flight;  // per rank: forwards done whose B (or W) is not

    // S*V, or the largest 64-bit number where that overflows.
    [[nodiscard]] std::uint64_t stages() const { return saturating_mul(ranks, chunks); }
    [[nodiscard]] std::uint64_t duration(OpKind kind) const {
        switch (kind) {
            case OpKind::forward:
                return durations.forward;
            case OpKind::backward:
                return durations.backward;
            case OpKind::backward_input:
                return durations.backward_input;
            case OpKind::backward_weight:
                return durations.backward_weight;
        }
        return 0;
    }
};

}  // namespace tickproof

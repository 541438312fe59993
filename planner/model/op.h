// One operation of a schedule: a microbatch's forward or backward on one virtual stage, and when it starts.
//
// The same struct is an event of the production planner's plan and an op of a general schedule, so that the checker
// reads a plan where it lies: nothing is copied, and an op costs 32 bytes. Ids are 32 bits wide for that reason; a
// reader refuses a larger number with its place instead of narrowing it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tickproof {

// F, B, I, W. A (stage, microbatch) has one F and either one B or one I and one W.
enum class OpKind : std::uint8_t { forward, backward, backward_input, backward_weight };

struct TimedOp {
    std::uint64_t start_tick = 0;  // ticks since the start of the schedule
    std::uint32_t rank = 0;        // the production planner's physical_stage_id
    std::uint32_t stage = 0;       // virtual stage, 0 .. S*V-1
    std::uint32_t chunk =
        0;  // which of its rank's stages this is (the production planner's local_stage_index), 0 .. V-1
    std::uint32_t microbatch = 0;  // 0 .. M-1
    OpKind kind = OpKind::forward;

    friend bool operator==(const TimedOp&, const TimedOp&) = default;
};
static_assert(sizeof(TimedOp) == 32);

// "F", "B", "I", "W".
[[nodiscard]] constexpr std::string_view letter(OpKind kind) {
    constexpr std::string_view letters = "FBIW";
    return letters.substr(static_cast<std::size_t>(kind), 1);
}

}  // namespace tickproof

#include "planner/optimal_planner.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tickproof {
namespace {

struct Shape {
    std::uint64_t ranks;
    std::uint64_t chunks;
    std::uint64_t microbatches;
    std::uint64_t padded_microbatches;  // max(M, S): the slots of a chunk

    [[nodiscard]] std::uint64_t slots() const { return chunks * padded_microbatches; }
    [[nodiscard]] std::uint64_t half_ticks() const { return slots() + std::min(microbatches, ranks) - 1; }
};

struct SlotContent {
    std::uint64_t chunk;
    std::uint64_t microbatch;  // from M on: the slot is idle
};

SlotContent content(const Shape& shape, std::uint64_t slot) {
    const std::uint64_t last_group = shape.padded_microbatches / shape.ranks - 1;
    const std::uint64_t group = std::min(slot / (shape.chunks * shape.ranks), last_group);
    const std::uint64_t size = shape.ranks + (group == last_group ? shape.padded_microbatches % shape.ranks : 0);
    const std::uint64_t offset = slot - group * shape.chunks * shape.ranks;
    return {offset / size, group * shape.ranks + offset % size};
}

TimedOp op(const Shape& shape, std::uint64_t tick, std::uint64_t rank, SlotContent slot, OpKind kind) {
    const bool mirrored = kind == OpKind::backward;
    const std::uint64_t microbatch = mirrored ? shape.microbatches - 1 - slot.microbatch : slot.microbatch;
    return {.start_tick = tick,
            .rank = static_cast<std::uint32_t>(rank),
            .stage = static_cast<std::uint32_t>(slot.chunk * shape.ranks + rank),
            .chunk = static_cast<std::uint32_t>(slot.chunk),
            .microbatch = static_cast<std::uint32_t>(microbatch),
            .kind = kind};
}

// What all ranks run at `tick`, where the forward half, or the mirror image of the backward half, is at forward_tick.
void append_tick(std::vector<TimedOp>& events, const Shape& shape, std::uint64_t tick, std::uint64_t forward_tick,
                 OpKind kind) {
    const std::uint64_t end_rank = std::min(shape.ranks, forward_tick + 1);
    std::uint64_t rank = forward_tick < shape.slots() ? 0 : forward_tick - shape.slots() + 1;
    while (rank < end_rank) {
        const SlotContent slot = content(shape, forward_tick - rank);
        if (slot.microbatch < shape.microbatches) {
            events.push_back(op(shape, tick, rank, slot, kind));
            ++rank;
        } else {
            rank += slot.microbatch - shape.microbatches + 1;  // each further rank is one microbatch earlier
        }
    }
}

}  // namespace

std::vector<TimedOp> optimal_events(const PipelineConfig& valid, std::vector<TimedOp> reuse) {
    const Shape shape{valid.stage_count, valid.virtual_stages_per_rank, valid.microbatches,
                      std::max(valid.microbatches, valid.stage_count)};
    std::vector<TimedOp> events = std::move(reuse);
    events.clear();
    events.reserve(2 * shape.ranks * shape.chunks * shape.microbatches);
    const std::uint64_t half = shape.half_ticks();
    for (std::uint64_t tick = 0; tick < half; ++tick) append_tick(events, shape, tick, tick, OpKind::forward);
    for (std::uint64_t tick = half; tick < 2 * half; ++tick) {
        append_tick(events, shape, tick, 2 * half - 1 - tick, OpKind::backward);
    }
    return events;
}

}  // namespace tickproof

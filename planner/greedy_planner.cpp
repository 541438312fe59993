#include "planner/greedy_planner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "planner/ready_sets.h"

namespace tickproof {
namespace {

// Depth counts the chain from its end: B(0) has 0, F(0) has 2K-1, and the position before depth d is d+1.
struct Position {  // the first four lie as in TimedOp: they move together
    std::uint32_t rank = 0;
    std::uint32_t stage = 0;
    std::uint32_t chunk = 0;
    std::uint32_t done = 0;  // microbatches
    std::uint64_t key = 0;   // in the ready set of its rank
};

template <class ReadySets>
class CounterMachine {
public:
    explicit CounterMachine(const PipelineConfig& valid);

    // Writes what one tick runs to `out` and returns the end of it. Requires that something is left to run.
    TimedOp* run_tick(std::uint64_t tick, TimedOp* out);

private:
    void lay_out(ScheduleKind schedule);
    [[nodiscard]] Position& at_depth(std::size_t depth) { return positions_[depth + 1]; }
    std::size_t choose();
    TimedOp run(std::uint32_t slot, std::uint64_t tick);
    void look_around(std::uint32_t first_rank, std::uint32_t last_rank);

    std::uint32_t ranks_;
    std::uint32_t stages_;
    std::uint32_t slots_per_rank_;              // its positions: two a chunk
    std::vector<Position> positions_;           // by depth, with one more at either end of the chain
    std::vector<std::uint32_t> depth_of_slot_;  // by rank, then by preference
    ReadySets ready_;                           // slots of each rank, and a set for what follows B(0)
    std::vector<std::uint32_t> agenda_;         // slots to run in one tick
    std::uint32_t first_awake_ = 0;             // no rank outside first_awake_ .. last_awake_ is ready
    std::uint32_t last_awake_ = 0;
};

template <class ReadySets>
CounterMachine<ReadySets>::CounterMachine(const PipelineConfig& valid)
    : ranks_(static_cast<std::uint32_t>(valid.stage_count)),
      stages_(ranks_ * static_cast<std::uint32_t>(valid.virtual_stages_per_rank)),
      slots_per_rank_(2 * static_cast<std::uint32_t>(valid.virtual_stages_per_rank)),
      positions_(std::size_t{2} * stages_ + 2),
      depth_of_slot_(std::size_t{2} * stages_),
      ready_(ranks_ + 1, slots_per_rank_),
      agenda_(ranks_ + 1) {
    lay_out(valid.schedule);
    at_depth(2 * stages_).done = static_cast<std::uint32_t>(valid.microbatches);
    const Position& first = at_depth(2 * stages_ - 1);
    ready_.insert(first.rank, first.key);
}

template <class ReadySets>
void CounterMachine<ReadySets>::lay_out(ScheduleKind schedule) {
    positions_.front().rank = ranks_;
    // A rank prefers what is deeper; for gpipe the two halves are changed over, which puts forwards first.
    const std::uint32_t shift = schedule == ScheduleKind::gpipe ? slots_per_rank_ / 2 : 0;
    for (std::uint32_t depth = 0; depth < 2 * stages_; ++depth) {
        const std::uint32_t stage = std::min(depth, 2 * stages_ - 1 - depth);
        const std::uint32_t rank = stage % ranks_;
        const std::uint32_t preference = (depth / ranks_ + shift) % slots_per_rank_;
        at_depth(depth) = {.rank = rank, .stage = stage, .chunk = stage / ranks_, .key = ReadySets::key(preference)};
        depth_of_slot_[std::size_t{rank} * slots_per_rank_ + preference] = depth;
    }
}

template <class ReadySets>
std::size_t CounterMachine<ReadySets>::choose() {
    std::size_t count = 0;
    for (std::uint32_t rank = first_awake_; rank <= last_awake_; ++rank) {
        const std::uint32_t preferred = ready_.lowest(rank);
        agenda_[count] = rank * slots_per_rank_ + preferred;  // if there is none, the next overwrites it: no branch
        count += preferred != ReadySets::none ? 1 : 0;
    }
    return count;
}

template <class ReadySets>
TimedOp CounterMachine<ReadySets>::run(std::uint32_t slot, std::uint64_t tick) {
    const std::uint32_t depth = depth_of_slot_[slot];
    Position& now = at_depth(depth);
    const Position& before = at_depth(std::size_t{depth} + 1);
    const Position& next = positions_[depth];
    const std::uint32_t microbatch = now.done++;
    ready_.erase_if(now.done == before.done, now.rank, now.key);
    ready_.insert(next.rank, next.key);
    return {tick, now.rank, now.stage, now.chunk, microbatch, depth < stages_ ? OpKind::backward : OpKind::forward};
}

template <class ReadySets>
TimedOp* CounterMachine<ReadySets>::run_tick(std::uint64_t tick, TimedOp* out) {
    const std::size_t count = choose();
    for (std::size_t i = 0; i < count; ++i) out[i] = run(agenda_[i], tick);
    look_around(out[0].rank, out[count - 1].rank);
    return out + count;
}

// The chain goes on from the last rank to the first and back.
template <class ReadySets>
void CounterMachine<ReadySets>::look_around(std::uint32_t first_rank, std::uint32_t last_rank) {
    const bool at_an_end = first_rank == 0 || last_rank + 1 == ranks_;
    first_awake_ = at_an_end ? 0 : first_rank - 1;
    last_awake_ = at_an_end ? ranks_ - 1 : last_rank + 1;
}

template <class ReadySets>
void fill(std::vector<TimedOp>& events, const PipelineConfig& valid) {
    CounterMachine<ReadySets> machine(valid);
    TimedOp* out = events.data();
    TimedOp* const end = out + events.size();
    for (std::uint64_t tick = 0; out != end; ++tick) out = machine.run_tick(tick, out);
}

}  // namespace

std::vector<TimedOp> greedy_events(const PipelineConfig& valid, std::vector<TimedOp> reuse) {
    std::vector<TimedOp> events = std::move(reuse);
    events.resize(2 * valid.stage_count * valid.virtual_stages_per_rank * valid.microbatches);
    const bool one_word = 2 * valid.virtual_stages_per_rank <= OneWordSets::most_bits;
    one_word ? fill<OneWordSets>(events, valid) : fill<ManyWordSets>(events, valid);
    return events;
}

}  // namespace tickproof

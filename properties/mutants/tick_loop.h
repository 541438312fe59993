// The reference planner once more, with every decision that it takes as data: a mutant is this loop with one of them
// altered.
//
// It is a copy on purpose. The specification itself must stay free of switches, and a copy can be altered anywhere; a
// test holds it equal to the specification. No alteration can make it run for ever or read beyond its tables: it ends
// after as many events as it asked for, and what lies outside the tables has never been done.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"
#include "planner/plan_result.h"

namespace tickproof::mutants {

struct Shape {
    std::uint64_t ranks;
    std::uint64_t chunks;
    std::uint64_t stages;
    std::uint64_t microbatches;
};

class Flags {
public:
    Flags(std::uint64_t microbatches, std::uint64_t stages)
        : microbatches_(microbatches), stages_(stages), set_(microbatches * stages) {}
    [[nodiscard]] bool at(std::uint64_t microbatch, std::uint64_t stage) const {
        return microbatch < microbatches_ && stage < stages_ && set_[microbatch * stages_ + stage] != 0;
    }
    void set(std::uint64_t microbatch, std::uint64_t stage) {
        if (microbatch < microbatches_ && stage < stages_) set_[microbatch * stages_ + stage] = 1;
    }

private:
    std::uint64_t microbatches_;
    std::uint64_t stages_;
    std::vector<unsigned char> set_;
};

struct Progress {
    Shape shape;
    Flags forward_done;
    Flags backward_done;
};

struct Task {
    OpKind kind;
    std::uint64_t microbatch;
    std::uint64_t stage;
    std::uint64_t rank;
    std::uint64_t chunk;
};

// Compared from the first to the last; complement turns the largest into the smallest.
using Key = std::array<std::uint64_t, 3>;
using KeyOf = Key (*)(const Task&);
using Ids = std::vector<std::uint64_t>;

struct ConfigCheck {
    bool (*refuses)(const PipelineConfig&);
    std::string (*message)(const PipelineConfig&);
};

// In the order in which they are made.
enum CheckNumber : std::uint8_t {
    check_schedule,
    check_enabled,
    check_layers,
    check_ranks,
    check_chunks,
    check_chunks_to_ranks,
    check_microbatches,
    check_microbatches_to_ranks,
    check_stages_overflow,
    check_stages_to_layers,
    check_events_overflow,
    check_size,
};
[[nodiscard]] std::vector<ConfigCheck> config_checks();

[[nodiscard]] Ids all_below(std::uint64_t count);
[[nodiscard]] std::uint64_t layers_of(std::uint64_t n_layer, std::uint64_t stages, std::uint64_t stage);
[[nodiscard]] bool forward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage);
[[nodiscard]] bool backward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage);
[[nodiscard]] bool all_forwards_done(const Progress& done);

struct Decisions {
    std::vector<ConfigCheck> checks = config_checks();

    std::uint64_t first_layer = 0;
    std::uint64_t (*layers_of)(std::uint64_t n_layer, std::uint64_t stages, std::uint64_t stage) = mutants::layers_of;
    std::uint64_t (*rank_of)(const Shape&, std::uint64_t stage) = [](const Shape& s, std::uint64_t v) {
        return v % s.ranks;
    };
    std::uint64_t (*chunk_of)(const Shape&, std::uint64_t stage) = [](const Shape& s, std::uint64_t v) {
        return v / s.ranks;
    };

    Ids (*ranks_in_order)(std::uint64_t count) = all_below;  // that choose in a tick, in this order
    Ids (*stages_in_order)(std::uint64_t count) = all_below;
    Ids (*microbatches_in_order)(std::uint64_t count) = all_below;
    bool (*forward_is_ready)(const Progress&, std::uint64_t microbatch,
                             std::uint64_t stage) = mutants::forward_is_ready;
    bool (*backward_is_ready)(const Progress&, std::uint64_t microbatch,
                              std::uint64_t stage) = mutants::backward_is_ready;

    KeyOf gpipe_forward_key = [](const Task& task) { return Key{task.microbatch, task.stage, 0}; };
    KeyOf gpipe_backward_key = [](const Task& task) { return Key{task.microbatch, ~task.stage, 0}; };
    KeyOf interleaved_forward_key = [](const Task& task) { return Key{task.microbatch, task.chunk, task.stage}; };
    KeyOf interleaved_backward_key = [](const Task& task) { return Key{task.microbatch, ~task.chunk, ~task.stage}; };
    bool (*comes_before)(const Key&, const Key&) = [](const Key& a, const Key& b) { return a < b; };
    bool (*all_forwards_complete)(const Progress&) = all_forwards_done;
    bool (*prefers_forward)(ScheduleKind) = [](ScheduleKind kind) { return kind == ScheduleKind::gpipe; };
    bool (*may_run_forward)(ScheduleKind, bool all_forwards_complete) = [](ScheduleKind kind, bool complete) {
        return kind != ScheduleKind::gpipe || !complete;
    };
    bool (*may_run_backward)(ScheduleKind, bool all_forwards_complete) = [](ScheduleKind, bool) { return true; };
    bool takes_second_choice = true;
    bool marks_done_at_once = false;  // for the ranks that choose later in the same tick to see

    std::uint64_t first_tick = 0;
    std::uint64_t (*next_tick)(std::uint64_t tick) = [](std::uint64_t tick) { return tick + 1; };
    std::uint64_t (*event_count)(const Shape&) = [](const Shape& s) { return s.microbatches * s.stages * 2; };
    void (*write_event)(TimedOp&) = [](TimedOp&) {};

    std::uint64_t (*total_ticks)(std::uint64_t last_tick) = [](std::uint64_t last) { return last + 1; };
    bool (*is_busy)(const TimedOp&) = [](const TimedOp&) { return true; };
    std::uint64_t (*idle_of)(std::uint64_t ticks, std::uint64_t busy) = [](std::uint64_t ticks, std::uint64_t busy) {
        return ticks - std::min(busy, ticks);
    };
    std::uint64_t (*slots_of)(std::uint64_t ticks, std::uint64_t ranks) = [](std::uint64_t ticks, std::uint64_t ranks) {
        return std::max<std::uint64_t>(ticks * ranks, 1);
    };
    float (*bubble_of)(std::uint64_t idle, std::uint64_t slots) = [](std::uint64_t idle, std::uint64_t slots) {
        return static_cast<float>(idle) / static_cast<float>(slots);
    };
};

[[nodiscard]] PlanResult run_tick_loop(const PipelineConfig& config, const Decisions& decisions);

}  // namespace tickproof::mutants

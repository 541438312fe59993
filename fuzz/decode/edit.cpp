#include "fuzz/decode/edit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace tickproof::fuzz {

namespace {

template <class T>
std::string changed(std::string_view what, T& value, T now) {
    const T was = std::exchange(value, now);
    return fmt::format("{}: {} becomes {}", what, was, now);
}

// A neighbour more often than not: faults that matter are off by one.
template <class T>
std::string edit_number(Bytes& bytes, std::string_view what, T& value) {
    switch (bytes.between(0, 3)) {
        case 0:
            return changed(what, value, static_cast<T>(value + 1));
        case 1:
            return changed(what, value, static_cast<T>(value - 1));
        case 2:
            return changed(what, value, static_cast<T>(bytes.between(0, 15)));
        default:
            return changed(what, value, static_cast<T>(bytes.any()));
    }
}

// An item taken out, doubled, or two that change places.
template <class T>
std::string edit_list(Bytes& bytes, std::string_view what, std::vector<T>& list) {
    const std::size_t at = bytes.between(0, list.size() - 1);
    const std::size_t other = bytes.between(0, list.size() - 1);
    switch (bytes.between(0, 2)) {
        case 0:
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
            return fmt::format("{} {} is taken out", what, at);
        case 1:
            list.push_back(list[at]);
            return fmt::format("{} {} comes again at the end", what, at);
        default:
            std::swap(list[at], list[other]);
            return fmt::format("{} {} and {} change places", what, at, other);
    }
}

std::string edit_op(Bytes& bytes, TimedOp& op) {
    switch (bytes.between(0, 4)) {
        case 0:
            return edit_number(bytes, "rank", op.rank);
        case 1:
            return edit_number(bytes, "stage", op.stage);
        case 2:
            return edit_number(bytes, "microbatch", op.microbatch);
        case 3: {
            const OpKind was = std::exchange(op.kind, static_cast<OpKind>(bytes.between(0, 3)));
            return fmt::format("kind: {} becomes {}", letter(was), letter(op.kind));
        }
        default:
            return edit_number(bytes, "start", op.start_tick);
    }
}

std::string edit_assignment(Bytes& bytes, StageAssignment& row) {
    switch (bytes.between(0, 4)) {
        case 0:
            return edit_number(bytes, "virtual_stage_id", row.virtual_stage_id);
        case 1:
            return edit_number(bytes, "physical_stage_id", row.physical_stage_id);
        case 2:
            return edit_number(bytes, "local_stage_index", row.local_stage_index);
        case 3:
            return edit_number(bytes, "layer_range.start", row.layer_range.start);
        default:
            return edit_number(bytes, "layer_range.end", row.layer_range.end);
    }
}

std::string edit_count(Bytes& bytes, Plan& plan) {
    switch (bytes.between(0, 4)) {
        case 0:
            return edit_number(bytes, "physical_stage_count", plan.physical_stage_count);
        case 1:
            return edit_number(bytes, "virtual_stages_per_rank", plan.virtual_stages_per_rank);
        case 2:
            return edit_number(bytes, "total_virtual_stages", plan.total_virtual_stages);
        case 3:
            return edit_number(bytes, "microbatches", plan.microbatches);
        default:
            plan.n_layer = plan.n_layer.value_or(0);
            return edit_number(bytes, "n_layer", *plan.n_layer);
    }
}

std::string edit_bubble(Bytes& bytes, float& bubble) {
    switch (bytes.between(0, 2)) {
        case 0:
            return changed("bubble_fraction", bubble, std::nextafter(bubble, 2.0F));
        case 1:
            return changed("bubble_fraction", bubble, std::nextafter(bubble, -2.0F));
        default:
            return changed("bubble_fraction", bubble, std::bit_cast<float>(static_cast<std::uint32_t>(bytes.word())));
    }
}

std::string edit_ticks(Bytes& bytes, std::string_view what, std::vector<std::uint64_t>& ticks) {
    if (bytes.one_in(4)) return edit_list(bytes, what, ticks);
    const std::size_t rank = bytes.between(0, ticks.size() - 1);
    return edit_number(bytes, fmt::format("{} of rank {}", what, rank), ticks[rank]);
}

std::string edit_metrics(Bytes& bytes, PlanMetrics& metrics) {
    switch (bytes.between(0, 4)) {
        case 0:
            return edit_number(bytes, "total_ticks", metrics.total_ticks);
        case 1:
            return edit_number(bytes, "total_events", metrics.total_events);
        case 2:
            return edit_ticks(bytes, "stage_busy_ticks", metrics.stage_busy_ticks);
        case 3:
            return edit_ticks(bytes, "stage_idle_ticks", metrics.stage_idle_ticks);
        default:
            return edit_bubble(bytes, metrics.bubble_fraction);
    }
}

}  // namespace

std::string edit_schedule(Bytes& bytes, Schedule& schedule) {
    if (schedule.empty()) return "nothing to change";
    if (bytes.one_in(4)) return edit_list(bytes, "op", schedule);
    const std::size_t at = bytes.between(0, schedule.size() - 1);
    if (bytes.one_in(5)) {
        const std::size_t other = bytes.between(0, schedule.size() - 1);
        std::swap(schedule[at].start_tick, schedule[other].start_tick);
        return fmt::format("the starts of ops {} and {} change places", at, other);
    }
    return fmt::format("op {} {}", at, edit_op(bytes, schedule[at]));
}

std::string edit_plan(Bytes& bytes, Plan& plan) {
    switch (bytes.between(0, 5)) {
        case 0:
            return edit_count(bytes, plan);
        case 1:
            return edit_list(bytes, "assignment", plan.stage_assignments);
        case 2: {
            const std::size_t at = bytes.between(0, plan.stage_assignments.size() - 1);
            return fmt::format("assignment {} {}", at, edit_assignment(bytes, plan.stage_assignments[at]));
        }
        case 3:
            return edit_metrics(bytes, plan.metrics);
        case 4: {
            const std::size_t at = bytes.between(0, plan.events.size() - 1);
            return fmt::format("event {} {}", at, edit_number(bytes, "local_stage_index", plan.events[at].chunk));
        }
        default:
            return edit_schedule(bytes, plan.events);
    }
}

}  // namespace tickproof::fuzz

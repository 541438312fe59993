#include "fuzz/slow/plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "fuzz/slow/table.h"

namespace tickproof::slow {

namespace {

Problem problem_of(const Plan& plan) {
    Problem problem;
    problem.ranks = plan.physical_stage_count;
    problem.chunks = plan.virtual_stages_per_rank;
    problem.microbatches = plan.microbatches;
    problem.placement = Placement::loop(plan.physical_stage_count);
    return problem;
}

// Events of a shape too large to simulate cannot be complete, and no rule that is kept needs to be looked at.
Seen see_schedule(const Plan& plan) {
    const Problem problem = problem_of(plan);
    if (fits(problem)) return simulate(problem, plan.events);
    Seen seen;
    seen.complete = false;
    return seen;
}

bool has_shape(const Plan& plan) {
    const std::uint64_t ranks = plan.physical_stage_count;
    const auto stages = checked_mul(ranks, plan.virtual_stages_per_rank);
    if (!stages || *stages == 0 || plan.microbatches == 0) return false;
    if (plan.total_virtual_stages != *stages || plan.stage_assignments.size() != *stages) return false;
    for (std::uint64_t stage = 0; stage < *stages; ++stage) {
        const StageAssignment& row = plan.stage_assignments[stage];
        if (row.virtual_stage_id != stage || row.physical_stage_id != stage % ranks) return false;
        if (row.local_stage_index != stage / ranks) return false;
    }
    return std::ranges::all_of(plan.events, [&](const TimedOp& event) {
        return event.stage >= *stages || event.chunk == event.stage / ranks;
    });
}

std::vector<StageAssignment> by_stage(const Plan& plan) {
    std::vector<StageAssignment> rows = plan.stage_assignments;
    std::ranges::stable_sort(rows, {}, &StageAssignment::virtual_stage_id);
    return rows;
}

bool covers(const Plan& plan) {
    std::uint64_t next = 0;
    for (const StageAssignment& row : by_stage(plan)) {
        if (row.layer_range.start != next || row.layer_range.end <= next) return false;
        next = row.layer_range.end;
    }
    return !plan.n_layer || *plan.n_layer == next;
}

bool is_balanced(const Plan& plan) {
    const std::vector<StageAssignment> rows = by_stage(plan);
    const auto layers = [](const StageAssignment& row) { return row.layer_range.end - row.layer_range.start; };
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (layers(rows[i]) > layers(rows[i - 1])) return false;
    }
    return rows.empty() || layers(rows.front()) - layers(rows.back()) <= 1;
}

Moment ticks_of(const Plan& plan) {
    Moment ticks = 0;
    for (const TimedOp& event : plan.events) ticks = std::max(ticks, Moment{event.start_tick} + 1);
    return ticks;
}

bool has_figures(const Plan& plan) {
    const PlanMetrics& claimed = plan.metrics;
    const std::uint64_t ranks = plan.physical_stage_count;
    if (claimed.total_ticks != ticks_of(plan) || claimed.total_events != plan.events.size()) return false;
    if (claimed.stage_busy_ticks.size() != ranks || claimed.stage_idle_ticks.size() != ranks) return false;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        const auto busy = std::ranges::count(plan.events, rank, &TimedOp::rank);
        if (claimed.stage_busy_ticks[rank] != static_cast<std::uint64_t>(busy)) return false;
        if (Moment{claimed.stage_idle_ticks[rank]} + static_cast<std::uint64_t>(busy) != ticks_of(plan)) return false;
    }
    return true;
}

// The idle cells of the whole grid of ranks and ticks, over all of them, in the precision of the production planner.
Bubble bubble_of(const Plan& plan) {
    const Moment slots = ticks_of(plan) * plan.physical_stage_count;
    if (slots == 0) return plan.metrics.bubble_fraction == 0.0F ? Bubble::exact : Bubble::wrong;
    const Moment idle = slots - plan.events.size();
    const float exact = static_cast<float>(idle) / static_cast<float>(slots);
    const float claimed = plan.metrics.bubble_fraction;
    if (std::bit_cast<std::uint32_t>(exact) == std::bit_cast<std::uint32_t>(claimed)) return Bubble::exact;
    return std::fabs(claimed - exact) < 1e-4F ? Bubble::close : Bubble::wrong;
}

bool in_event_order(const Plan& plan) {
    return std::ranges::is_sorted(plan.events, {},
                                  [](const TimedOp& event) { return std::pair{event.start_tick, event.rank}; });
}

// Each tick up to the last has an event.
bool makes_progress(const Plan& plan) {
    std::set<std::uint64_t> ticks;
    for (const TimedOp& event : plan.events) ticks.insert(event.start_tick);
    return ticks.size() == ticks_of(plan);
}

}  // namespace

PlanSeen judge(const Plan& plan) {
    return {.schedule = see_schedule(plan),
            .shape = has_shape(plan),
            .cover = covers(plan),
            .figures = has_figures(plan),
            .bubble = bubble_of(plan),
            .balance = is_balanced(plan),
            .event_order = in_event_order(plan),
            .progress = makes_progress(plan)};
}

std::string in_words(const PlanSeen& seen) {
    std::string words = in_words(seen.schedule);
    const auto add = [&](bool kept, const char* word) {
        if (!kept) words.append(", ").append(word);
    };
    add(seen.shape, "ids");
    add(seen.cover, "cover");
    add(seen.figures, "metrics");
    add(seen.bubble != Bubble::wrong, "metrics (bubble)");
    add(seen.bubble != Bubble::close, "exact-metrics");
    add(seen.balance, "balance");
    add(seen.event_order, "event-order");
    add(seen.progress, "progress");
    return words;
}

}  // namespace tickproof::slow

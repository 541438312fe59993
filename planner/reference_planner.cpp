#include "planner/reference_planner.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "planner/assemble_plan.h"
#include "planner/partition.h"
#include "planner/validate.h"

namespace tickproof {
namespace {

// [microbatch][virtual stage]; a byte each, as in the production planner, not packed bits.
using Flags = std::vector<std::vector<unsigned char>>;
using RankStages = std::vector<const StageAssignment*>;

struct Progress {
    Flags forward_done;
    Flags backward_done;
};

struct ReadyTask {
    OpKind kind;
    std::uint64_t microbatch;
    std::uint64_t stage;
    std::uint64_t rank;
    std::uint64_t chunk;
};

struct ReadyTasks {
    std::vector<ReadyTask> forwards;
    std::vector<ReadyTask> backwards;
};

bool all_set(const Flags& flags) {
    return std::ranges::all_of(flags, [](const auto& row) { return std::ranges::all_of(row, std::identity{}); });
}

bool forward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage) {
    const auto& forward_done = done.forward_done[microbatch];
    return !forward_done[stage] && (stage == 0 || forward_done[stage - 1]);
}

bool backward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage) {
    const auto& backward_done = done.backward_done[microbatch];
    return !backward_done[stage] && done.forward_done[microbatch][stage] &&
           (stage + 1 == backward_done.size() || backward_done[stage + 1]);
}

ReadyTasks ready_tasks(const RankStages& stages, const Progress& done) {
    ReadyTasks ready;
    for (const StageAssignment* assignment : stages) {
        const std::uint64_t stage = assignment->virtual_stage_id;
        for (std::uint64_t microbatch = 0; microbatch < done.forward_done.size(); ++microbatch) {
            const ReadyTask forward{OpKind::forward, microbatch, stage, assignment->physical_stage_id,
                                    assignment->local_stage_index};
            if (forward_is_ready(done, microbatch, stage)) ready.forwards.push_back(forward);
            ReadyTask backward = forward;
            backward.kind = OpKind::backward;
            if (backward_is_ready(done, microbatch, stage)) ready.backwards.push_back(backward);
        }
    }
    return ready;
}

template <class Key>
std::optional<ReadyTask> smallest(const std::vector<ReadyTask>& tasks, Key key) {
    const auto found = std::ranges::min_element(tasks, {}, key);
    return found == tasks.end() ? std::nullopt : std::optional(*found);
}

// Complement turns the largest into the smallest.
std::optional<ReadyTask> choose_gpipe(const ReadyTasks& ready, bool all_forwards_complete) {
    const auto forward_key = [](const ReadyTask& task) { return std::tuple(task.microbatch, task.stage); };
    const auto backward_key = [](const ReadyTask& task) { return std::tuple(task.microbatch, ~task.stage); };
    if (!all_forwards_complete) {
        if (const auto forward = smallest(ready.forwards, forward_key)) return forward;
    }
    return smallest(ready.backwards, backward_key);
}

std::optional<ReadyTask> choose_interleaved(const ReadyTasks& ready) {
    const auto forward_key = [](const ReadyTask& task) { return std::tuple(task.microbatch, task.chunk, task.stage); };
    const auto backward_key = [](const ReadyTask& task) {
        return std::tuple(task.microbatch, ~task.chunk, ~task.stage);
    };
    if (const auto backward = smallest(ready.backwards, backward_key)) return backward;
    return smallest(ready.forwards, forward_key);
}

std::vector<RankStages> stages_by_rank(std::uint64_t stage_count, std::span<const StageAssignment> assignments) {
    std::vector<RankStages> by_rank(stage_count);
    for (const StageAssignment& assignment : assignments) by_rank[assignment.physical_stage_id].push_back(&assignment);
    return by_rank;
}

std::vector<ReadyTask> choose_tick(const std::vector<RankStages>& by_rank, const Progress& done,
                                   ScheduleKind schedule) {
    const bool all_forwards_complete = all_set(done.forward_done);
    std::vector<ReadyTask> chosen;
    chosen.reserve(by_rank.size());
    for (const RankStages& stages : by_rank) {
        const ReadyTasks ready = ready_tasks(stages, done);
        const auto task =
            schedule == ScheduleKind::gpipe ? choose_gpipe(ready, all_forwards_complete) : choose_interleaved(ready);
        if (task) chosen.push_back(*task);
    }
    return chosen;
}

void mark_done(Progress& done, const ReadyTask& task) {
    Flags& flags = task.kind == OpKind::forward ? done.forward_done : done.backward_done;
    flags[task.microbatch][task.stage] = 1;
}

TimedOp event(std::uint64_t tick, const ReadyTask& task) {
    return {.start_tick = tick,
            .rank = static_cast<std::uint32_t>(task.rank),
            .stage = static_cast<std::uint32_t>(task.stage),
            .chunk = static_cast<std::uint32_t>(task.chunk),
            .microbatch = static_cast<std::uint32_t>(task.microbatch),
            .kind = task.kind};
}

PlanError deadlocked(std::uint64_t tick, ScheduleKind schedule) {
    return {PlanError::Kind::invalid_config,
            fmt::format("pipeline schedule deadlocked at tick {} with schedule {}", tick,
                        schedule_names[static_cast<std::size_t>(schedule)].rust_name)};
}

}  // namespace

std::expected<std::vector<TimedOp>, PlanError> reference_events(std::uint64_t stage_count,
                                                                std::span<const StageAssignment> assignments,
                                                                std::uint64_t microbatches, ScheduleKind schedule) {
    const std::vector<RankStages> by_rank = stages_by_rank(stage_count, assignments);
    const Flags none_done(microbatches, std::vector<unsigned char>(assignments.size(), 0));
    Progress done{none_done, none_done};
    const std::uint64_t total_events = microbatches * assignments.size() * 2;
    std::vector<TimedOp> events;
    events.reserve(total_events);
    for (std::uint64_t tick = 0; events.size() < total_events; ++tick) {
        const std::vector<ReadyTask> chosen = choose_tick(by_rank, done, schedule);
        if (chosen.empty()) return std::unexpected(deadlocked(tick, schedule));
        for (const ReadyTask& task : chosen) {
            mark_done(done, task);
            events.push_back(event(tick, task));
        }
    }
    return events;
}

PlanResult reference_plan(const PipelineConfig& config) {
    if (config.schedule == ScheduleKind::optimal) {
        return std::unexpected(
            PlanError{PlanError::Kind::invalid_config, "the reference planner has no schedule optimal"});
    }
    if (auto error = validate(config)) return std::unexpected(std::move(*error));
    auto assignments = partition_layers(config.n_layer, config.stage_count, config.virtual_stages_per_rank);
    auto events = reference_events(config.stage_count, assignments, config.microbatches, config.schedule);
    if (!events) return std::unexpected(std::move(events.error()));
    return assemble_plan(config, std::move(assignments), std::move(*events));
}

}  // namespace tickproof

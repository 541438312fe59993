#include "properties/mutants/tick_loop.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "planner/model/limits.h"

namespace tickproof::mutants {

namespace {

struct Ready {
    std::vector<Task> forwards;
    std::vector<Task> backwards;
};

class Loop {
public:
    Loop(const Decisions& how, const Shape& shape, ScheduleKind schedule, const std::vector<StageAssignment>& stages)
        : how_(how),
          schedule_(schedule),
          done_{shape, Flags(shape.microbatches, shape.stages), Flags(shape.microbatches, shape.stages)},
          ranks_(how.ranks_in_order(shape.ranks)),
          microbatches_(how.microbatches_in_order(shape.microbatches)),
          by_rank_(shape.ranks) {
        for (const std::uint64_t stage : how.stages_in_order(shape.stages)) {
            const StageAssignment& held = stages[stage];
            if (held.physical_stage_id < shape.ranks) by_rank_[held.physical_stage_id].push_back(held);
        }
    }

    std::expected<std::vector<TimedOp>, PlanError> run() {
        const std::uint64_t count = how_.event_count(done_.shape);
        std::vector<TimedOp> events;
        for (std::uint64_t tick = how_.first_tick; events.size() < count; tick = how_.next_tick(tick)) {
            const std::vector<Task> chosen = choose_tick();
            if (chosen.empty()) return std::unexpected(deadlocked(tick));
            for (const Task& task : chosen) {
                mark_done(task);
                events.push_back(event(tick, task));
            }
        }
        return events;
    }

private:
    std::vector<Task> choose_tick() {
        const bool complete = how_.all_forwards_complete(done_);
        std::vector<Task> chosen;
        for (const std::uint64_t rank : ranks_) {
            const std::optional<Task> task = rank < by_rank_.size() ? choose(ready_on(rank), complete) : std::nullopt;
            if (!task) continue;
            chosen.push_back(*task);
            if (how_.marks_done_at_once) mark_done(*task);
        }
        return chosen;
    }

    [[nodiscard]] Ready ready_on(std::uint64_t rank) const {
        Ready ready;
        for (const StageAssignment& held : by_rank_[rank]) {
            const std::uint64_t stage = held.virtual_stage_id;
            for (const std::uint64_t m : microbatches_) {
                const Task task{OpKind::forward, m, stage, rank, held.local_stage_index};
                if (how_.forward_is_ready(done_, m, stage)) ready.forwards.push_back(task);
                if (how_.backward_is_ready(done_, m, stage)) {
                    ready.backwards.push_back({OpKind::backward, m, stage, rank, held.local_stage_index});
                }
            }
        }
        return ready;
    }

    [[nodiscard]] std::optional<Task> choose(const Ready& ready, bool complete) const {
        const bool gpipe = schedule_ == ScheduleKind::gpipe;
        std::optional<Task> forward;
        std::optional<Task> backward;
        if (how_.may_run_forward(schedule_, complete)) {
            forward = first_of(ready.forwards, gpipe ? how_.gpipe_forward_key : how_.interleaved_forward_key);
        }
        if (how_.may_run_backward(schedule_, complete)) {
            backward = first_of(ready.backwards, gpipe ? how_.gpipe_backward_key : how_.interleaved_backward_key);
        }
        const auto& [first, second] =
            how_.prefers_forward(schedule_) ? std::tie(forward, backward) : std::tie(backward, forward);
        return first || !how_.takes_second_choice ? first : second;
    }

    [[nodiscard]] std::optional<Task> first_of(const std::vector<Task>& tasks, KeyOf key) const {
        std::optional<Task> first;
        for (const Task& task : tasks) {
            if (!first || how_.comes_before(key(task), key(*first))) first = task;
        }
        return first;
    }

    void mark_done(const Task& task) {
        Flags& flags = task.kind == OpKind::forward ? done_.forward_done : done_.backward_done;
        flags.set(task.microbatch, task.stage);
    }

    [[nodiscard]] TimedOp event(std::uint64_t tick, const Task& task) const {
        TimedOp op{.start_tick = tick,
                   .rank = static_cast<std::uint32_t>(task.rank),
                   .stage = static_cast<std::uint32_t>(task.stage),
                   .chunk = static_cast<std::uint32_t>(task.chunk),
                   .microbatch = static_cast<std::uint32_t>(task.microbatch),
                   .kind = task.kind};
        how_.write_event(op);
        return op;
    }

    [[nodiscard]] PlanError deadlocked(std::uint64_t tick) const {
        return {PlanError::Kind::invalid_config,
                fmt::format("pipeline schedule deadlocked at tick {} with schedule {}", tick,
                            schedule_names[static_cast<std::size_t>(schedule_)].rust_name)};
    }

    const Decisions& how_;
    ScheduleKind schedule_;
    Progress done_;
    Ids ranks_;
    Ids microbatches_;
    std::vector<std::vector<StageAssignment>> by_rank_;
};

std::vector<StageAssignment> deal_out(const Decisions& how, const Shape& shape, std::uint64_t n_layer) {
    std::vector<StageAssignment> stages;
    std::uint64_t start = how.first_layer;
    for (std::uint64_t v = 0; v < shape.stages; ++v) {
        const std::uint64_t end = start + how.layers_of(n_layer, shape.stages, v);
        stages.push_back({v, how.rank_of(shape, v), how.chunk_of(shape, v), {start, end}});
        start = end;
    }
    return stages;
}

PlanMetrics figures(const Decisions& how, std::uint64_t ranks, const std::vector<TimedOp>& events) {
    PlanMetrics metrics;
    metrics.total_events = events.size();
    if (!events.empty()) {
        metrics.total_ticks = how.total_ticks(std::ranges::max(events, {}, &TimedOp::start_tick).start_tick);
    }
    metrics.stage_busy_ticks.assign(ranks, 0);
    for (const TimedOp& op : events) {
        if (op.rank < ranks && how.is_busy(op)) ++metrics.stage_busy_ticks[op.rank];
    }
    for (const std::uint64_t busy : metrics.stage_busy_ticks) {
        metrics.stage_idle_ticks.push_back(how.idle_of(metrics.total_ticks, busy));
    }
    const auto idle = std::reduce(metrics.stage_idle_ticks.begin(), metrics.stage_idle_ticks.end());
    metrics.bubble_fraction = how.bubble_of(idle, how.slots_of(metrics.total_ticks, ranks));
    return metrics;
}

constexpr std::uint64_t overflow = std::numeric_limits<std::uint64_t>::max();

std::uint64_t stages_of(const PipelineConfig& config) {
    return saturating_mul(config.stage_count, config.virtual_stages_per_rank);
}

// `overflow`, which is odd and therefore no such product, where it overflows.
std::uint64_t events_of(const PipelineConfig& config) {
    return saturating_mul(2, saturating_mul(stages_of(config), config.microbatches));
}

}  // namespace

std::vector<ConfigCheck> config_checks() {
    using Config = const PipelineConfig&;
    return {
        {[](Config c) { return c.schedule == ScheduleKind::optimal; },
         [](Config) -> std::string { return "the reference planner has no schedule optimal"; }},
        {[](Config c) { return !c.enabled; },
         [](Config) -> std::string { return "pipeline planning requires parallel.pipeline.enabled = true"; }},
        {[](Config c) { return c.n_layer == 0; },
         [](Config) -> std::string { return "pipeline planning requires n_layer > 0"; }},
        {[](Config c) { return c.stage_count == 0; },
         [](Config) -> std::string { return "pipeline planning requires parallel.pipeline.stage_count > 0"; }},
        {[](Config c) { return c.virtual_stages_per_rank == 0; },
         [](Config) -> std::string {
             return "pipeline planning requires parallel.pipeline.virtual_stages_per_rank > 0";
         }},
        {[](Config c) { return c.virtual_stages_per_rank > c.stage_count; },
         [](Config c) {
             return fmt::format(
                 "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got {} > {})",
                 c.virtual_stages_per_rank, c.stage_count);
         }},
        {[](Config c) { return c.microbatches == 0; },
         [](Config) -> std::string { return "pipeline planning requires parallel.pipeline.microbatches > 0"; }},
        {[](Config c) { return c.schedule == ScheduleKind::interleaved_1f1b && c.microbatches < c.stage_count; },
         [](Config c) {
             return fmt::format(
                 "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b (got {} "
                 "< {})",
                 c.microbatches, c.stage_count);
         }},
        {[](Config c) { return !checked_mul(c.stage_count, c.virtual_stages_per_rank); },
         [](Config) -> std::string { return "pipeline virtual-stage count overflow"; }},
        {[](Config c) { return stages_of(c) > c.n_layer; },
         [](Config c) {
             return fmt::format("pipeline planning requires total virtual stages <= n_layer (got {} > {})",
                                stages_of(c), c.n_layer);
         }},
        {[](Config c) { return events_of(c) == overflow; },
         [](Config) -> std::string { return "pipeline event count overflow"; }},
        {[](Config c) { return events_of(c) > limits::max_plan_events; },
         [](Config c) {
             return fmt::format("a plan of {} events is beyond the limit of {} events", events_of(c),
                                limits::max_plan_events);
         }},
    };
}

Ids all_below(std::uint64_t count) {
    Ids ids(count);
    std::iota(ids.begin(), ids.end(), std::uint64_t{0});
    return ids;
}

std::uint64_t layers_of(std::uint64_t n_layer, std::uint64_t stages, std::uint64_t stage) {
    return n_layer / stages + (stage < n_layer % stages ? 1 : 0);
}

bool forward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage) {
    return !done.forward_done.at(microbatch, stage) && (stage == 0 || done.forward_done.at(microbatch, stage - 1));
}

bool backward_is_ready(const Progress& done, std::uint64_t microbatch, std::uint64_t stage) {
    return !done.backward_done.at(microbatch, stage) && done.forward_done.at(microbatch, stage) &&
           (stage + 1 == done.shape.stages || done.backward_done.at(microbatch, stage + 1));
}

bool all_forwards_done(const Progress& done) {
    for (std::uint64_t m = 0; m < done.shape.microbatches; ++m) {
        for (std::uint64_t v = 0; v < done.shape.stages; ++v) {
            if (!done.forward_done.at(m, v)) return false;
        }
    }
    return true;
}

PlanResult run_tick_loop(const PipelineConfig& config, const Decisions& decisions) {
    for (const ConfigCheck& check : decisions.checks) {
        if (check.refuses(config)) {
            return std::unexpected(PlanError{PlanError::Kind::invalid_config, check.message(config)});
        }
    }
    const std::uint64_t stage_count = config.stage_count * config.virtual_stages_per_rank;
    const Shape shape{config.stage_count, config.virtual_stages_per_rank, stage_count, config.microbatches};
    Plan plan{.n_layer = config.n_layer,
              .physical_stage_count = shape.ranks,
              .virtual_stages_per_rank = shape.chunks,
              .total_virtual_stages = shape.stages,
              .microbatches = shape.microbatches,
              .schedule = config.schedule,
              .partition = config.partition,
              .stage_assignments = deal_out(decisions, shape, config.n_layer),
              .events = {},
              .metrics = {}};
    auto events = Loop(decisions, shape, config.schedule, plan.stage_assignments).run();
    if (!events) return std::unexpected(std::move(events.error()));
    plan.events = std::move(*events);
    plan.metrics = figures(decisions, shape.ranks, plan.events);
    return plan;
}

}  // namespace tickproof::mutants

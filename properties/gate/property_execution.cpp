// What the ranks of a plan do when its ticks are taken away: run in their own orders, and never wait without need.
#include <algorithm>

#include <fmt/format.h>

#include "planner/model/limits.h"
#include "planner/model/orders_of.h"
#include "properties/check/check.h"
#include "properties/check/words.h"
#include "properties/gate/property_functions.h"

namespace tickproof::gate {

namespace {

using check::Rule;

// The ops are each there once and on their ranks, so that their number vouches for the declared shape.
bool is_complete(const Case& asked) {
    const check::Report& report = asked.report;
    return !asked.plan.events.empty() && report.count(Rule::exactly_once) == 0 && report.count(Rule::own_rank) == 0;
}

bool is_timed(const Case& asked) {
    return is_complete(asked) && asked.report.count(Rule::dependency) == 0 && asked.report.count(Rule::one_op) == 0;
}

// When each op has ended, found anew from the events and nothing else.
class Ends {
public:
    explicit Ends(const Plan& plan)
        : stages_(plan.physical_stage_count * plan.virtual_stages_per_rank), ticks_(plan.events.size()) {
        for (const TimedOp& op : plan.events) ticks_[slot(op.kind, op.stage, op.microbatch)] = op.start_tick + 1;
    }

    // The tick from which the op could have run.
    [[nodiscard]] std::uint64_t ready_tick(const TimedOp& op) const {
        if (op.kind == OpKind::forward) {
            return op.stage == 0 ? 0 : ticks_[slot(OpKind::forward, op.stage - 1, op.microbatch)];
        }
        const std::uint64_t own = ticks_[slot(OpKind::forward, op.stage, op.microbatch)];
        if (op.stage + 1 == stages_) return own;
        return std::max(own, ticks_[slot(OpKind::backward, op.stage + 1, op.microbatch)]);
    }

private:
    [[nodiscard]] std::size_t slot(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
        return 2 * (microbatch * stages_ + stage) + (kind == OpKind::forward ? 0 : 1);
    }

    std::uint64_t stages_;
    std::vector<std::uint64_t> ticks_;
};

}  // namespace

Witnesses orders_run(const Case& asked) {
    if (!is_complete(asked)) return {};
    const check::Execution execution =
        check::execute(check::problem_of(asked.plan), orders_of(check::problem_of(asked.plan), asked.plan.events));
    if (const auto* deadlock = std::get_if<check::Deadlock>(&execution)) return {check::in_words(*deadlock)};
    const std::uint64_t ticks = std::get<check::Executed>(execution).makespan_ticks;
    std::uint64_t last_tick = 0;
    for (const TimedOp& op : asked.plan.events) last_tick = std::max(last_tick, op.start_tick);
    if (!is_timed(asked) || ticks <= saturating_add(last_tick, 1)) return {};
    return {fmt::format("the orders take {} ticks, but the plan ends with tick {}", ticks, last_tick)};
}

// The ops that a rank runs without a pause before an op begin at the latest when that op is ready: if they begin later,
// the rank was idle in the tick before them although the op could have run.
Witnesses never_idle_while_a_task_is_ready(const Case& asked) {
    if (asked.config.schedule == ScheduleKind::optimal || !is_timed(asked)) return {};
    const Ends ends(asked.plan);
    for (const Schedule& ops : ops_by_rank(asked.plan.physical_stage_count, asked.plan.events)) {
        std::uint64_t busy_since = 0;
        std::uint64_t next_tick = 0;
        for (const TimedOp& op : ops) {
            if (op.start_tick != next_tick) busy_since = op.start_tick;
            next_tick = op.start_tick + 1;
            if (ends.ready_tick(op) >= busy_since) continue;
            return {fmt::format("rank {} is idle at tick {}, where {} is ready (it runs at {})", op.rank,
                                busy_since - 1, check::op_words(op), op.start_tick)};
        }
    }
    return {};
}

}  // namespace tickproof::gate

// Faults in the events: exactly-once, dependency, one-op, own-rank, in-flight-cap, ids of events, event-order,
// progress, and plans that are valid but not the reference planner's.
#include <algorithm>
#include <array>

#include "planner/build_plan.h"
#include "properties/mutants/edit.h"
#include "properties/mutants/joined.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {

namespace {

using check::Rule;
using MaybePlan = std::optional<Plan>;
using At = std::size_t;
using Tick = std::uint64_t;

template <OpKind kind>
bool is(const Timeline& t, At event) {
    return t.op(event).kind == kind && t.has_company(event);
}
constexpr auto is_forward = is<OpKind::forward>;
constexpr auto is_backward = is<OpKind::backward>;

bool idle(const Timeline& t, std::uint64_t rank, Tick tick) { return !t.running(rank, tick); }

template <OpKind kind>
MaybePlan repeated(const Plan& base) {
    return repeat_event(base, [](const Timeline& t, At event, Tick tick) {
        return t.op(event).kind == kind && tick > t.op(event).start_tick && idle(t, t.op(event).rank, tick);
    });
}

template <OpKind kind>
MaybePlan used_at_once(const Plan& base) {
    return move_event(base, [](const Timeline& t, At event, Tick tick) {
        return is<kind>(t, event) && tick + 1 == t.earliest(event) && idle(t, t.op(event).rank, tick);
    });
}

template <OpKind moved, OpKind met>
MaybePlan two_at_once(const Plan& base) {
    return move_event(base, [](const Timeline& t, At event, Tick tick) {
        const auto other = t.running(t.op(event).rank, tick);
        return is<moved>(t, event) && t.has_room_at(event, tick) && other && t.op(*other).kind == met;
    });
}

bool same_rank(const TimedOp& a, const TimedOp& b) { return a.rank == b.rank; }

MaybePlan with_more_in_flight(const Plan& base, Plan plan) {
    return peak_in_flight(plan) > peak_in_flight(base) ? MaybePlan(std::move(plan)) : std::nullopt;
}

Plan with_events_of(Plan plan, ScheduleKind schedule) {
    PipelineConfig config = config_of(plan);
    config.schedule = schedule;
    plan.events = build_plan(config).value().events;
    return with_figures(std::move(plan));
}

MaybePlan renumbered(const Plan& base, std::uint32_t (*number)(std::uint32_t microbatch, std::uint32_t count)) {
    const auto count = static_cast<std::uint32_t>(base.microbatches);
    return unless_same(base, change_all(base, [=](TimedOp& op) { op.microbatch = number(op.microbatch, count); }));
}

template <class Key>
MaybePlan listed_by(const Plan& base, Key key) {
    Plan plan = base;
    plan.events = sorted_by(plan.events, key);
    return unless_same(base, std::move(plan));
}

constexpr auto exactly_once_mutants = std::to_array<PlanMutant>({
    {"drop_forward", "events", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan { return remove_event(base, is_forward); }},
    {"drop_backward", "events", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan { return remove_event(base, is_backward); }},
    {"drop_all_events", "events", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         Plan plan = base;
         plan.events.clear();
         return with_figures(std::move(plan));
     }},
    {"repeat_forward", "events", Rule::exactly_once, repeated<OpKind::forward>},
    {"repeat_backward", "events", Rule::exactly_once, repeated<OpKind::backward>},
    {"lose_last_microbatch", "events", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         Plan plan = base;
         std::erase_if(plan.events, [&](const TimedOp& op) { return op.microbatch + 1 == base.microbatches; });
         return without_empty_ticks(std::move(plan));
     }},
    {"first_microbatch_twice", "events[].microbatch_id", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return renumbered(base, [](std::uint32_t m, std::uint32_t count) { return m + 1 == count ? 0 : m; });
     }},
    {"microbatch_of_one_forward_off_by_one", "events[].microbatch_id", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(
             base, [](const Timeline& t, At event) { return t.op(event).stage == 0; },
             [](TimedOp& op) { ++op.microbatch; });
     }},
    {"microbatch_past_the_end", "events[].microbatch_id", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_backward,
                             [&](TimedOp& op) { op.microbatch = static_cast<std::uint32_t>(base.microbatches); });
     }},
    {"stage_past_the_end", "events[].virtual_stage_id", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_forward,
                             [&](TimedOp& op) { op.stage = static_cast<std::uint32_t>(base.total_virtual_stages); });
     }},
    {"stage_of_the_next_chunk", "events[].virtual_stage_id", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         if (base.virtual_stages_per_rank == 1) return std::nullopt;
         return change_event(
             base, [](const Timeline& t, At event) { return t.op(event).chunk == 0; },
             [&](TimedOp& op) {
                 op.stage += static_cast<std::uint32_t>(base.physical_stage_count);
                 ++op.chunk;
             });
     }},
    {"forward_called_backward", "events[].kind", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_forward, [](TimedOp& op) { op.kind = OpKind::backward; });
     }},
    {"backward_called_forward", "events[].kind", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_backward, [](TimedOp& op) { op.kind = OpKind::forward; });
     }},
    {"input_gradient_alone", "events[].kind", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_backward, [](TimedOp& op) { op.kind = OpKind::backward_input; });
     }},
    {"weight_gradient_alone", "events[].kind", Rule::exactly_once,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_backward, [](TimedOp& op) { op.kind = OpKind::backward_weight; });
     }},
});

constexpr auto dependency_mutants = std::to_array<PlanMutant>({
    {"forward_uses_input_at_once", "events[].tick", Rule::dependency, used_at_once<OpKind::forward>},
    {"backward_uses_gradient_at_once", "events[].tick", Rule::dependency, used_at_once<OpKind::backward>},
    {"backward_before_its_forward", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         return exchange_events(base, [](const Timeline& t, At one, At other) {
             return same_rank(t.op(one), t.op(other)) && t.op(one).stage == t.op(other).stage &&
                    t.op(one).microbatch == t.op(other).microbatch;
         });
     }},
    {"microbatches_exchange_ticks", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         return exchange_events(base, [](const Timeline& t, At one, At other) {
             return t.op(one).kind == t.op(other).kind && t.op(one).stage == t.op(other).stage &&
                    !t.has_room_at(other, t.op(one).start_tick);
         });
     }},
    {"chunks_exchange_ticks", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         return exchange_events(base, [](const Timeline& t, At one, At other) {
             return same_rank(t.op(one), t.op(other)) && t.op(one).kind == t.op(other).kind &&
                    t.op(one).chunk != t.op(other).chunk && t.op(one).microbatch == t.op(other).microbatch;
         });
     }},
    {"last_rank_a_tick_early", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         if (base.physical_stage_count == 1) return std::nullopt;
         return change_all(base,
                           [&](TimedOp& op) { op.start_tick -= op.rank + 1 == base.physical_stage_count ? 1 : 0; });
     }},
    {"gradients_a_tick_early", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         const std::uint64_t last = base.total_virtual_stages - 1;
         return unless_same(base, change_all(base, [=](TimedOp& op) {
                                op.start_tick -= op.kind == OpKind::backward && op.stage < last ? 1 : 0;
                            }));
     }},
    {"ranks_start_together", "events[].tick", Rule::dependency,
     [](const Plan& base) -> MaybePlan {
         return unless_same(
             base, change_all(base, [](TimedOp& op) { op.start_tick -= std::min<Tick>(op.start_tick, op.rank); }));
     }},
});

constexpr auto rank_mutants = std::to_array<PlanMutant>({
    {"two_forwards_at_once", "events[].tick", Rule::one_op, two_at_once<OpKind::forward, OpKind::forward>},
    {"two_backwards_at_once", "events[].tick", Rule::one_op, two_at_once<OpKind::backward, OpKind::backward>},
    {"forward_beside_a_backward", "events[].tick", Rule::one_op, two_at_once<OpKind::forward, OpKind::backward>},
    {"backward_beside_a_forward", "events[].tick", Rule::one_op, two_at_once<OpKind::backward, OpKind::forward>},
    {"op_on_an_idle_rank", "events[].physical_stage_id", Rule::own_rank,
     [](const Plan& base) -> MaybePlan {
         return change_event(
             base,
             [&](const Timeline& t, At event) {
                 const std::uint64_t next = (t.op(event).rank + 1) % base.physical_stage_count;
                 return idle(t, next, t.op(event).start_tick);
             },
             [&](TimedOp& op) { op.rank = (op.rank + 1) % static_cast<std::uint32_t>(base.physical_stage_count); });
     }},
    {"op_on_a_rank_past_the_end", "events[].physical_stage_id", Rule::own_rank,
     [](const Plan& base) -> MaybePlan {
         return change_event(base, is_forward,
                             [&](TimedOp& op) { op.rank = static_cast<std::uint32_t>(base.physical_stage_count); });
     }},
    {"ranks_exchanged", "events[].physical_stage_id", Rule::own_rank,
     [](const Plan& base) -> MaybePlan {
         if (base.physical_stage_count == 1) return std::nullopt;
         return change_all(base, [](TimedOp& op) { op.rank = op.rank < 2 ? 1 - op.rank : op.rank; });
     }},
    {"odd_chunks_zig_zag", "events[].physical_stage_id", Rule::own_rank,
     [](const Plan& base) -> MaybePlan {
         const auto last = static_cast<std::uint32_t>(base.physical_stage_count - 1);
         return unless_same(
             base, change_all(base, [=](TimedOp& op) { op.rank = op.chunk % 2 == 1 ? last - op.rank : op.rank; }));
     }},
    {"all_forwards_first", "events", Rule::in_flight_cap,
     [](const Plan& base) -> MaybePlan {
         return with_more_in_flight(base, with_events_of(base, ScheduleKind::optimal));
     },
     Judged::at_cap},
    {"gpipe_where_memory_is_for_1f1b", "events", Rule::in_flight_cap,
     [](const Plan& base) -> MaybePlan { return with_more_in_flight(base, with_events_of(base, ScheduleKind::gpipe)); },
     Judged::at_cap},
    {"local_index_of_one_event", "events[].local_stage_index", Rule::ids,
     [](const Plan& base) -> MaybePlan { return change_event(base, is_forward, [](TimedOp& op) { ++op.chunk; }); }},
    {"local_index_is_the_stage", "events[].local_stage_index", Rule::ids,
     [](const Plan& base) -> MaybePlan {
         return unless_same(base, change_all(base, [](TimedOp& op) { op.chunk = op.stage; }));
     }},
    {"local_index_from_the_last", "events[].local_stage_index", Rule::ids,
     [](const Plan& base) -> MaybePlan {
         const auto last = static_cast<std::uint32_t>(base.virtual_stages_per_rank - 1);
         return unless_same(base, change_all(base, [=](TimedOp& op) { op.chunk = last - op.chunk; }));
     }},
});

constexpr auto order_mutants = std::to_array<PlanMutant>({
    {"ranks_of_a_tick_exchanged", "events: order", Rule::event_order,
     [](const Plan& base) -> MaybePlan {
         Plan plan = base;
         const auto pair = std::ranges::adjacent_find(plan.events, {}, &TimedOp::start_tick);
         if (pair == plan.events.end()) return std::nullopt;
         std::iter_swap(pair, pair + 1);
         return plan;
     }},
    {"ticks_listed_backwards", "events: order", Rule::event_order,
     [](const Plan& base) -> MaybePlan { return listed_by(base, [](const TimedOp& op) { return ~op.start_tick; }); }},
    {"listed_rank_by_rank", "events: order", Rule::event_order,
     [](const Plan& base) -> MaybePlan { return listed_by(base, [](const TimedOp& op) { return op.rank; }); }},
    {"listed_by_microbatch", "events: order", Rule::event_order,
     [](const Plan& base) -> MaybePlan { return listed_by(base, [](const TimedOp& op) { return op.microbatch; }); }},
    {"forwards_listed_first", "events: order", Rule::event_order,
     [](const Plan& base) -> MaybePlan { return listed_by(base, [](const TimedOp& op) { return op.kind; }); }},
    {"idle_tick_inserted", "events[].tick", Rule::progress,
     [](const Plan& base) -> MaybePlan {
         const Tick middle = base.metrics.total_ticks / 2;
         return change_all(base, [=](TimedOp& op) { op.start_tick += op.start_tick >= middle ? 1 : 0; });
     }},
    {"starts_a_tick_late", "events[].tick", Rule::progress,
     [](const Plan& base) -> MaybePlan { return change_all(base, [](TimedOp& op) { ++op.start_tick; }); }},
    {"every_tick_twice_as_long", "events[].tick", Rule::progress,
     [](const Plan& base) -> MaybePlan { return change_all(base, [](TimedOp& op) { op.start_tick *= 2; }); }},
    {"a_pause_of_years", "events[].tick", Rule::progress,
     [](const Plan& base) -> MaybePlan {
         return change_all(base, [](TimedOp& op) { op.start_tick += op.start_tick > 0 ? Tick{1} << 50 : 0; });
     }},
});

constexpr auto other_plan_mutants = std::to_array<PlanMutant>({
    {"op_delayed", "events[].tick", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         return move_event(base, [](const Timeline& t, At event, Tick tick) {
             return t.has_company(event) && tick > t.op(event).start_tick && t.has_room_at(event, tick) &&
                    idle(t, t.op(event).rank, tick);
         });
     }},
    {"neighbours_exchanged", "events[].tick", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         return exchange_events(base, [](const Timeline& t, At one, At other) {
             return same_rank(t.op(one), t.op(other)) && t.has_room_at(one, t.op(other).start_tick) &&
                    t.has_room_at(other, t.op(one).start_tick);
         });
     }},
    {"two_microbatches_renamed", "events[].microbatch_id", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         return renumbered(base, [](std::uint32_t m, std::uint32_t) { return m < 2 ? 1 - m : m; });
     }},
    {"last_microbatch_first", "events[].microbatch_id", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         return renumbered(base, [](std::uint32_t m, std::uint32_t count) { return count - 1 - m; });
     }},
    {"mirrored_in_time", "events", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         const Tick last = base.metrics.total_ticks - 1;
         return unless_same(base, change_all(base, [=](TimedOp& op) {
                                op.start_tick = last - op.start_tick;
                                op.kind = op.kind == OpKind::forward ? OpKind::backward : OpKind::forward;
                            }));
     }},
    {"one_op_a_tick", "events", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         const std::uint64_t stages = base.total_virtual_stages;
         return unless_same(base, change_all(base, [=](TimedOp& op) {
                                const Tick place = op.kind == OpKind::forward ? op.stage : 2 * stages - 1 - op.stage;
                                op.start_tick = 2 * stages * op.microbatch + place;
                            }));
     }},
    {"shorter_than_asked_for", "events", Rule::reference,
     [](const Plan& base) -> MaybePlan { return unless_same(base, with_events_of(base, ScheduleKind::optimal)); }},
    {"gpipe_under_another_name", "schedule", Rule::reference,
     [](const Plan& base) -> MaybePlan { return unless_same(base, with_events_of(base, ScheduleKind::gpipe)); }},
    {"called_interleaved_1f1b", "schedule", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         Plan plan = base;
         plan.schedule = ScheduleKind::interleaved_1f1b;
         return with_events_of(plan, plan.schedule).events == plan.events ? std::nullopt : MaybePlan(plan);
     }},
    {"called_optimal", "schedule", Rule::reference,
     [](const Plan& base) -> MaybePlan {
         Plan plan = base;
         plan.schedule = ScheduleKind::optimal;
         return with_events_of(plan, plan.schedule).events == plan.events ? std::nullopt : MaybePlan(plan);
     }},
});

constexpr auto all = joined(exactly_once_mutants, dependency_mutants, rank_mutants, order_mutants, other_plan_mutants);

}  // namespace

std::span<const PlanMutant> event_mutants() { return all; }

}  // namespace tickproof::mutants

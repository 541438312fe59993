#include "properties/mutants/planner_mutants.h"

#include <algorithm>
#include <array>

#include "planner/reference_planner.h"
#include "properties/mutants/joined.h"

namespace tickproof::mutants {

namespace {

using Config = const PipelineConfig&;
using At = std::uint64_t;

constexpr std::string_view one_ready_op =
    "a microbatch's ops form a chain, so at most one of them is ready: nothing is left to decide after its number";
constexpr std::string_view smallest_anyway = "the smallest key is taken, in whatever order the tasks are looked at";
constexpr std::string_view follows_from_the_chain =
    "the backward of the stage above comes after the forward of the last stage, and so after all of its microbatch";
constexpr std::string_view farthest_is_first =
    "no op of the chain is ahead of the one before it, so the task farthest along is that of the smallest microbatch";
constexpr std::string_view in_index_order = "every stage takes its microbatches in the order of their numbers";

bool never(Config) { return false; }

template <CheckNumber number>
void drop_check(Decisions& d) {
    d.checks[number].refuses = never;
}

Ids last_first(At count) {
    Ids ids = all_below(count);
    std::ranges::reverse(ids);
    return ids;
}
Ids all_but_first(At count) {
    Ids ids = all_below(count);
    if (!ids.empty()) ids.erase(ids.begin());
    return ids;
}
Ids all_but_last(At count) { return all_below(count == 0 ? 0 : count - 1); }
Ids one_more(At count) { return all_below(count + 1); }

bool interleaved(Config c) { return c.schedule == ScheduleKind::interleaved_1f1b; }

constexpr auto checks = std::to_array<PlannerMutant>({
    {"plans_though_disabled", "check: enabled", drop_check<check_enabled>},
    {"takes_no_layers", "check: n_layer > 0", drop_check<check_layers>},
    {"takes_no_ranks", "check: stage_count > 0", drop_check<check_ranks>},
    {"takes_no_chunks", "check: virtual_stages_per_rank > 0", drop_check<check_chunks>},
    {"takes_more_chunks_than_ranks", "check: V <= S", drop_check<check_chunks_to_ranks>},
    {"refuses_as_many_chunks_as_ranks", "check: V <= S",
     [](Decisions& d) {
         d.checks[check_chunks_to_ranks].refuses = [](Config c) { return c.virtual_stages_per_rank >= c.stage_count; };
     }},
    {"takes_one_chunk_more_than_ranks", "check: V <= S",
     [](Decisions& d) {
         d.checks[check_chunks_to_ranks].refuses = [](Config c) {
             return c.virtual_stages_per_rank > c.stage_count + 1;
         };
     }},
    {"takes_no_microbatches", "check: microbatches > 0", drop_check<check_microbatches>},
    {"takes_few_microbatches", "check: M >= S", drop_check<check_microbatches_to_ranks>},
    {"takes_one_microbatch_too_few", "check: M >= S",
     [](Decisions& d) {
         d.checks[check_microbatches_to_ranks].refuses = [](Config c) {
             return interleaved(c) && c.microbatches + 1 < c.stage_count;
         };
     }},
    {"refuses_as_many_microbatches_as_ranks", "check: M >= S",
     [](Decisions& d) {
         d.checks[check_microbatches_to_ranks].refuses = [](Config c) {
             return interleaved(c) && c.microbatches <= c.stage_count;
         };
     }},
    {"refuses_few_microbatches_for_gpipe", "check: M >= S",
     [](Decisions& d) {
         d.checks[check_microbatches_to_ranks].refuses = [](Config c) { return c.microbatches < c.stage_count; };
     }},
    {"takes_fewer_layers_than_stages", "check: S*V <= n_layer", drop_check<check_stages_to_layers>},
    {"refuses_as_many_layers_as_stages", "check: S*V <= n_layer",
     [](Decisions& d) {
         d.checks[check_stages_to_layers].refuses = [](Config c) {
             return c.stage_count * c.virtual_stages_per_rank >= c.n_layer;
         };
     }},
    {"compares_layers_with_ranks", "check: S*V <= n_layer",
     [](Decisions& d) {
         d.checks[check_stages_to_layers].refuses = [](Config c) { return c.stage_count > c.n_layer; };
     }},
    {"says_virtual_for_ranks", "message: V <= S",
     [](Decisions& d) { d.checks[check_chunks_to_ranks].message = d.checks[check_stages_to_layers].message; }},
    {"checks_microbatches_first", "order of checks",
     [](Decisions& d) { std::swap(d.checks[check_chunks_to_ranks], d.checks[check_microbatches]); }},
});

constexpr auto partitions = std::to_array<PlannerMutant>({
    {"loses_the_remainder", "partition: size",
     [](Decisions& d) { d.layers_of = [](At n, At stages, At) { return n / stages; }; }},
    {"remainder_to_the_last_stages", "partition: stage < remainder",
     [](Decisions& d) {
         d.layers_of = [](At n, At stages, At v) { return n / stages + (v >= stages - n % stages ? 1 : 0); };
     }},
    {"remainder_to_the_first_stage", "partition: stage < remainder",
     [](Decisions& d) { d.layers_of = [](At n, At stages, At v) { return n / stages + (v == 0 ? n % stages : 0); }; }},
    {"remainder_one_stage_too_far", "partition: stage < remainder",
     [](Decisions& d) { d.layers_of = [](At n, At stages, At v) { return n / stages + (v <= n % stages ? 1 : 0); }; }},
    {"sizes_rounded_up", "partition: base",
     [](Decisions& d) { d.layers_of = [](At n, At stages, At) { return n / stages + (n % stages > 0 ? 1 : 0); }; }},
    {"sizes_one_too_large", "partition: base",
     [](Decisions& d) { d.layers_of = [](At n, At stages, At v) { return layers_of(n, stages, v) + 1; }; }},
    {"layers_counted_from_one", "partition: first layer", [](Decisions& d) { d.first_layer = 1; }},
    {"stages_in_blocks", "placement: stage mod S",
     [](Decisions& d) { d.rank_of = [](const Shape& s, At v) { return v / s.chunks; }; }},
    {"stages_in_zig_zag", "placement: stage mod S",
     [](Decisions& d) {
         d.rank_of = [](const Shape& s, At v) {
             return v / s.ranks % 2 == 0 ? v % s.ranks : s.ranks - 1 - v % s.ranks;
         };
     }},
    {"chunk_by_virtual_count", "placement: stage / S",
     [](Decisions& d) { d.chunk_of = [](const Shape& s, At v) { return v / s.chunks; }; }},
    {"chunk_is_always_zero", "placement: stage / S",
     [](Decisions& d) { d.chunk_of = [](const Shape&, At) { return At{0}; }; }},
});

constexpr auto bounds = std::to_array<PlannerMutant>({
    {"first_rank_never_chooses", "loop over ranks: first", [](Decisions& d) { d.ranks_in_order = all_but_first; }},
    {"last_rank_never_chooses", "loop over ranks: end", [](Decisions& d) { d.ranks_in_order = all_but_last; }},
    {"one_rank_more_chooses", "loop over ranks: end", [](Decisions& d) { d.ranks_in_order = one_more; },
     "a rank beyond the last holds no stage and has nothing to choose from"},
    {"ranks_choose_from_the_last", "loop over ranks: order", [](Decisions& d) { d.ranks_in_order = last_first; }},
    {"first_microbatch_left_out", "loop over microbatches: first",
     [](Decisions& d) { d.microbatches_in_order = all_but_first; }},
    {"last_microbatch_left_out", "loop over microbatches: end",
     [](Decisions& d) { d.microbatches_in_order = all_but_last; }},
    {"one_microbatch_too_many_looked_at", "loop over microbatches: end",
     [](Decisions& d) { d.microbatches_in_order = one_more; }},
    {"microbatches_from_the_last", "loop over microbatches: order",
     [](Decisions& d) { d.microbatches_in_order = last_first; }, smallest_anyway},
    {"first_stage_left_out", "loop over stages: first", [](Decisions& d) { d.stages_in_order = all_but_first; }},
    {"last_stage_left_out", "loop over stages: end", [](Decisions& d) { d.stages_in_order = all_but_last; }},
    {"stages_from_the_last", "loop over stages: order", [](Decisions& d) { d.stages_in_order = last_first; },
     smallest_anyway},
    {"ends_one_event_early", "loop over ticks: end",
     [](Decisions& d) { d.event_count = [](const Shape& s) { return s.microbatches * s.stages * 2 - 1; }; }},
    {"waits_for_one_event_more", "loop over ticks: end",
     [](Decisions& d) { d.event_count = [](const Shape& s) { return s.microbatches * s.stages * 2 + 1; }; }},
    {"ends_after_the_forwards", "loop over ticks: end",
     [](Decisions& d) { d.event_count = [](const Shape& s) { return s.microbatches * s.stages; }; }},
    {"first_tick_is_one", "loop over ticks: first", [](Decisions& d) { d.first_tick = 1; }},
    {"every_second_tick", "loop over ticks: step",
     [](Decisions& d) { d.next_tick = [](At tick) { return tick + 2; }; }},
    {"tick_stands_still", "loop over ticks: step", [](Decisions& d) { d.next_tick = [](At tick) { return tick; }; }},
    {"waits_a_tick_after_each_eighth", "loop over ticks: step",
     [](Decisions& d) { d.next_tick = [](At tick) { return tick + (tick % 8 == 7 ? 2 : 1); }; }},
    {"done_within_the_tick", "barrier at the end of a tick", [](Decisions& d) { d.marks_done_at_once = true; }},
});

constexpr auto readiness = std::to_array<PlannerMutant>({
    {"forward_needs_no_input", "forward readiness: F(v-1) done",
     [](Decisions& d) { d.forward_is_ready = [](const Progress& p, At m, At v) { return !p.forward_done.at(m, v); }; }},
    {"forward_needs_itself", "forward readiness: v-1",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return !p.forward_done.at(m, v) && (v == 0 || p.forward_done.at(m, v));
         };
     }},
    {"forward_needs_the_stage_before_last", "forward readiness: v-1",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return !p.forward_done.at(m, v) && (v == 0 || p.forward_done.at(m, v < 2 ? 0 : v - 2));
         };
     }},
    {"second_stage_is_a_first_too", "forward readiness: v == 0",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return !p.forward_done.at(m, v) && (v <= 1 || p.forward_done.at(m, v - 1));
         };
     }},
    {"first_stage_of_every_rank_starts", "forward readiness: v == 0",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return !p.forward_done.at(m, v) && (v < p.shape.ranks || p.forward_done.at(m, v - 1));
         };
     }},
    {"forward_runs_again", "forward readiness: not done",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) { return v == 0 || p.forward_done.at(m, v - 1); };
     }},
    {"forward_waits_for_the_microbatch_before", "forward readiness: one more condition",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return forward_is_ready(p, m, v) && (m == 0 || p.forward_done.at(m - 1, v));
         };
     },
     in_index_order},
    {"forward_waits_for_the_microbatch_to_leave", "forward readiness: one more condition",
     [](Decisions& d) {
         d.forward_is_ready = [](const Progress& p, At m, At v) {
             return forward_is_ready(p, m, v) && (m == 0 || p.backward_done.at(m - 1, v));
         };
     }},
    {"backward_needs_no_forward", "backward readiness: F(v) done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && (v + 1 == p.shape.stages || p.backward_done.at(m, v + 1));
         };
     }},
    {"backward_asks_for_the_last_forward_alone", "backward readiness: F(v) done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             const bool last = v + 1 == p.shape.stages;
             return !p.backward_done.at(m, v) && (last ? p.forward_done.at(m, v) : p.backward_done.at(m, v + 1));
         };
     },
     follows_from_the_chain},
    {"backward_asks_for_the_first_forward", "backward readiness: F(v) done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, 0) &&
                    (v + 1 == p.shape.stages || p.backward_done.at(m, v + 1));
         };
     }},
    {"backward_needs_nothing_from_above", "backward readiness: B(v+1) done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, v);
         };
     }},
    {"backward_asks_for_the_forward_above", "backward readiness: B(v+1) done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, v) &&
                    (v + 1 == p.shape.stages || p.forward_done.at(m, v + 1));
         };
     }},
    {"backward_goes_upwards", "backward readiness: v+1",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, v) && (v == 0 || p.backward_done.at(m, v - 1));
         };
     }},
    {"last_stage_is_one_lower", "backward readiness: v+1 == S*V",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, v) &&
                    (v + 2 == p.shape.stages || p.backward_done.at(m, v + 1));
         };
     }},
    {"last_rank_takes_no_gradient", "backward readiness: v+1 == S*V",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return !p.backward_done.at(m, v) && p.forward_done.at(m, v) &&
                    ((v + 1) % p.shape.ranks == 0 || p.backward_done.at(m, v + 1));
         };
     }},
    {"backward_runs_again", "backward readiness: not done",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return p.forward_done.at(m, v) && (v + 1 == p.shape.stages || p.backward_done.at(m, v + 1));
         };
     }},
    {"backward_waits_for_all_forwards_of_its_microbatch", "backward readiness: one more condition",
     [](Decisions& d) {
         d.backward_is_ready = [](const Progress& p, At m, At v) {
             return backward_is_ready(p, m, v) && p.forward_done.at(m, p.shape.stages - 1) && p.forward_done.at(m, 0);
         };
     },
     follows_from_the_chain},
});

constexpr auto priorities = std::to_array<PlannerMutant>({
    {"gpipe_prefers_backwards", "gpipe: forwards first",
     [](Decisions& d) { d.prefers_forward = [](ScheduleKind) { return false; }; }},
    {"interleaved_prefers_forwards", "interleaved_1f1b: backwards first",
     [](Decisions& d) { d.prefers_forward = [](ScheduleKind) { return true; }; }},
    {"priorities_exchanged", "which schedule prefers what",
     [](Decisions& d) { d.prefers_forward = [](ScheduleKind kind) { return kind != ScheduleKind::gpipe; }; }},
    {"no_second_choice", "otherwise the other kind", [](Decisions& d) { d.takes_second_choice = false; }},
    {"gpipe_waits_for_all_forwards", "gpipe: barrier",
     [](Decisions& d) {
         d.may_run_backward = [](ScheduleKind kind, bool complete) { return kind != ScheduleKind::gpipe || complete; };
     }},
    {"interleaved_waits_for_all_forwards", "interleaved_1f1b: barrier",
     [](Decisions& d) {
         d.may_run_backward = [](ScheduleKind kind, bool complete) { return kind == ScheduleKind::gpipe || complete; };
     }},
    {"barrier_turned_round", "gpipe: all_forwards_complete",
     [](Decisions& d) {
         d.may_run_forward = [](ScheduleKind kind, bool complete) { return kind != ScheduleKind::gpipe || complete; };
     }},
    {"barrier_after_one_microbatch", "gpipe: all_forwards_complete",
     [](Decisions& d) {
         d.all_forwards_complete = [](const Progress& p) { return p.forward_done.at(0, p.shape.stages - 1); };
     }},
    {"no_barrier", "gpipe: all_forwards_complete",
     [](Decisions& d) { d.all_forwards_complete = [](const Progress&) { return false; }; },
     "when all forwards are complete none is ready, so it does not matter whether one may run"},
    {"largest_key", "smallest key",
     [](Decisions& d) { d.comes_before = [](const Key& a, const Key& b) { return a > b; }; }},
    {"last_of_equal_keys", "smallest key",
     [](Decisions& d) { d.comes_before = [](const Key& a, const Key& b) { return a <= b; }; },
     "no two ready tasks of a rank are of one microbatch, so no two keys are equal"},
    {"first_task_found", "smallest key",
     [](Decisions& d) { d.comes_before = [](const Key&, const Key&) { return false; }; }},
    {"gpipe_forward_by_lowest_stage", "gpipe: key of forwards",
     [](Decisions& d) { d.gpipe_forward_key = [](const Task& t) { return Key{t.stage, t.microbatch, 0}; }; }},
    {"gpipe_forward_last_microbatch", "gpipe: key of forwards",
     [](Decisions& d) { d.gpipe_forward_key = [](const Task& t) { return Key{~t.microbatch, t.stage, 0}; }; }},
    {"gpipe_forward_by_microbatch_alone", "gpipe: key of forwards",
     [](Decisions& d) { d.gpipe_forward_key = [](const Task& t) { return Key{t.microbatch, 0, 0}; }; }, one_ready_op},
    {"gpipe_forward_highest_stage", "gpipe: key of forwards",
     [](Decisions& d) { d.gpipe_forward_key = [](const Task& t) { return Key{t.microbatch, ~t.stage, 0}; }; },
     one_ready_op},
    {"gpipe_backward_by_highest_stage", "gpipe: key of backwards",
     [](Decisions& d) { d.gpipe_backward_key = [](const Task& t) { return Key{~t.stage, t.microbatch, 0}; }; }},
    {"gpipe_backward_by_lowest_stage", "gpipe: key of backwards",
     [](Decisions& d) { d.gpipe_backward_key = [](const Task& t) { return Key{t.stage, t.microbatch, 0}; }; },
     farthest_is_first},
    {"gpipe_backward_last_microbatch", "gpipe: key of backwards",
     [](Decisions& d) { d.gpipe_backward_key = [](const Task& t) { return Key{~t.microbatch, ~t.stage, 0}; }; }},
    {"gpipe_backward_lowest_stage", "gpipe: key of backwards",
     [](Decisions& d) { d.gpipe_backward_key = [](const Task& t) { return Key{t.microbatch, t.stage, 0}; }; },
     one_ready_op},
    {"interleaved_forward_by_lowest_chunk", "interleaved_1f1b: key of forwards",
     [](Decisions& d) {
         d.interleaved_forward_key = [](const Task& t) { return Key{t.chunk, t.microbatch, t.stage}; };
     }},
    {"interleaved_forward_by_highest_chunk", "interleaved_1f1b: key of forwards",
     [](Decisions& d) {
         d.interleaved_forward_key = [](const Task& t) { return Key{~t.chunk, t.microbatch, t.stage}; };
     },
     farthest_is_first},
    {"interleaved_forward_last_microbatch", "interleaved_1f1b: key of forwards",
     [](Decisions& d) {
         d.interleaved_forward_key = [](const Task& t) { return Key{~t.microbatch, t.chunk, t.stage}; };
     }},
    {"interleaved_forward_highest_chunk_last", "interleaved_1f1b: key of forwards",
     [](Decisions& d) {
         d.interleaved_forward_key = [](const Task& t) { return Key{t.microbatch, ~t.chunk, t.stage}; };
     },
     one_ready_op},
    {"interleaved_forward_by_microbatch_alone", "interleaved_1f1b: key of forwards",
     [](Decisions& d) { d.interleaved_forward_key = [](const Task& t) { return Key{t.microbatch, 0, 0}; }; },
     one_ready_op},
    {"interleaved_backward_by_highest_chunk", "interleaved_1f1b: key of backwards",
     [](Decisions& d) {
         d.interleaved_backward_key = [](const Task& t) { return Key{~t.chunk, t.microbatch, ~t.stage}; };
     }},
    {"interleaved_backward_by_lowest_chunk", "interleaved_1f1b: key of backwards",
     [](Decisions& d) {
         d.interleaved_backward_key = [](const Task& t) { return Key{t.chunk, t.microbatch, ~t.stage}; };
     },
     farthest_is_first},
    {"interleaved_backward_last_microbatch", "interleaved_1f1b: key of backwards",
     [](Decisions& d) {
         d.interleaved_backward_key = [](const Task& t) { return Key{~t.microbatch, ~t.chunk, ~t.stage}; };
     }},
    {"interleaved_backward_lowest_chunk_first", "interleaved_1f1b: key of backwards",
     [](Decisions& d) {
         d.interleaved_backward_key = [](const Task& t) { return Key{t.microbatch, t.chunk, ~t.stage}; };
     },
     one_ready_op},
    {"interleaved_backward_lowest_stage", "interleaved_1f1b: key of backwards",
     [](Decisions& d) {
         d.interleaved_backward_key = [](const Task& t) { return Key{t.microbatch, ~t.chunk, t.stage}; };
     },
     one_ready_op},
});

constexpr auto records = std::to_array<PlannerMutant>({
    {"event_names_its_rank_as_stage", "event: virtual_stage_id",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { op.stage = op.rank; }; }},
    {"event_counts_microbatches_from_one", "event: microbatch_id",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { ++op.microbatch; }; }},
    {"event_names_its_stage_as_chunk", "event: local_stage_index",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { op.chunk = op.stage; }; }},
    {"event_is_always_a_forward", "event: kind",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { op.kind = OpKind::forward; }; }},
    {"event_on_the_rank_above", "event: physical_stage_id",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { ++op.rank; }; }},
    {"backward_recorded_a_tick_early", "event: tick",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { op.start_tick -= op.kind == OpKind::backward ? 1 : 0; }; }},
    {"backward_recorded_a_tick_late", "event: tick",
     [](Decisions& d) { d.write_event = [](TimedOp& op) { op.start_tick += op.kind == OpKind::backward ? 1 : 0; }; }},
    {"ticks_up_to_the_last", "metrics: total_ticks",
     [](Decisions& d) { d.total_ticks = [](At last) { return last; }; }},
    {"busy_with_forwards_alone", "metrics: stage_busy_ticks",
     [](Decisions& d) { d.is_busy = [](const TimedOp& op) { return op.kind == OpKind::forward; }; }},
    {"idle_one_tick_less", "metrics: stage_idle_ticks",
     [](Decisions& d) { d.idle_of = [](At ticks, At busy) { return ticks - busy - (ticks > busy ? 1 : 0); }; }},
    {"idle_never_below_one", "metrics: stage_idle_ticks",
     [](Decisions& d) { d.idle_of = [](At ticks, At busy) { return std::max<At>(ticks - busy, 1); }; }},
    {"idle_not_saturated", "metrics: stage_idle_ticks",
     [](Decisions& d) { d.idle_of = [](At ticks, At busy) { return ticks - busy; }; },
     "a rank runs one op a tick, so it is never busy for more ticks than there are"},
    {"slots_of_one_rank", "metrics: bubble_fraction",
     [](Decisions& d) { d.slots_of = [](At ticks, At) { return ticks; }; }},
    {"slots_never_below_four", "metrics: bubble_fraction",
     [](Decisions& d) { d.slots_of = [](At ticks, At ranks) { return std::max<At>(ticks * ranks, 4); }; },
     "one rank has no bubble to divide, and two ranks have four slots at least"},
    {"bubble_of_the_busy", "metrics: bubble_fraction",
     [](Decisions& d) {
         d.bubble_of = [](At idle, At slots) { return static_cast<float>(slots - idle) / static_cast<float>(slots); };
     }},
    {"bubble_as_one_minus_busy", "metrics: bubble_fraction",
     [](Decisions& d) {
         d.bubble_of = [](At idle, At slots) {
             return 1.0F - static_cast<float>(slots - idle) / static_cast<float>(slots);
         };
     }},
    {"bubble_in_whole_numbers", "metrics: bubble_fraction",
     [](Decisions& d) {
         d.bubble_of = [](At idle, At slots) {
             const At whole = idle / slots;
             return static_cast<float>(whole);
         };
     }},
    {"bubble_by_the_reciprocal", "metrics: bubble_fraction",
     [](Decisions& d) {
         d.bubble_of = [](At idle, At slots) { return static_cast<float>(idle) * (1.0F / static_cast<float>(slots)); };
     }},
});

constexpr auto all = joined(checks, partitions, bounds, readiness, priorities, records);

}  // namespace

PlanResult PlannerMutant::operator()(const PipelineConfig& config) const {
    Decisions decisions;
    alter(decisions);
    return run_tick_loop(config, decisions);
}

std::span<const PlannerMutant> planner_mutants() { return all; }

bool same_answer(const PlanResult& one, const PlanResult& other) {
    if (one && other) return *one == *other;
    return !one && !other && one.error().message == other.error().message;
}

std::uint64_t size_of(const PipelineConfig& config) {
    return config.stage_count + config.virtual_stages_per_rank + config.microbatches;
}

std::vector<PipelineConfig> configs_of_size(std::uint64_t size) {
    std::vector<PipelineConfig> configs;
    for (std::uint64_t ranks = 0; ranks <= size; ++ranks) {
        for (std::uint64_t chunks = 0; ranks + chunks <= size; ++chunks) {
            const std::uint64_t stages = ranks * chunks;
            for (const std::uint64_t n_layer : {stages - std::min<std::uint64_t>(stages, 1), stages, stages + 1,
                                                2 * stages + 1, 3 * stages - std::min<std::uint64_t>(stages, 1)}) {
                for (const ScheduleKind schedule : {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b}) {
                    configs.push_back({.n_layer = n_layer,
                                       .stage_count = ranks,
                                       .virtual_stages_per_rank = chunks,
                                       .schedule = schedule,
                                       .microbatches = size - ranks - chunks});
                }
            }
            configs.push_back({.n_layer = stages,
                               .enabled = false,
                               .stage_count = ranks,
                               .virtual_stages_per_rank = chunks,
                               .microbatches = size - ranks - chunks});
        }
    }
    return configs;
}

std::optional<PipelineConfig> smallest_failing(const PlannerMutant& mutant) {
    for (std::uint64_t size = 0; size <= largest_size_tried; ++size) {
        for (const PipelineConfig& config : configs_of_size(size)) {
            if (!same_answer(mutant(config), reference_plan(config))) return config;
        }
    }
    return std::nullopt;
}

}  // namespace tickproof::mutants

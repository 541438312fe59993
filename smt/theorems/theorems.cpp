// The table: statement and sketch of each theorem, over the lemmas of its file. docs/theory.md says the same at length.
#include <utility>

#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

Theorem partition() {
    return {.number = 1,
            .name = "partition",
            .statement =
                "For all n >= K >= 1: dealing n layers out to K stages gives ranges that cover 0 .. n-1, are "
                "disjoint and not empty, and whose sizes differ by at most one, larger first; each stage is one "
                "chunk of one rank. The same holds for n items and K microbatches.",
            .sketch =
                "With n = base*K + remainder, part i has base or, for i < remainder, base + 1 things, and starts "
                "at i*base + min(i, remainder): true of part 0 (begin), from part to part (step), and past the "
                "last part it is n (end). Parts are in order (disjoint) and hold everything before the next "
                "(cover, by induction). base >= 1 as n >= K (none_empty). Stage = chunk*S + rank is a division by "
                "S, which has one answer.",
            .lemmas = partition_lemmas()};
}

Theorem tick_loop() {
    return {.number = 2,
            .name = "tick_loop",
            .statement =
                "For all K, M >= 1, any placement, gpipe and interleaved_1f1b: what the tick loop has finished "
                "is prefix-closed at every tick (counters never increase along the chain F(0) .. F(K-1) B(K-1) "
                ".. B(0)), each op runs exactly once, one op a rank and tick, after what it depends on.",
            .sketch =
                "Induction over the ticks, with the counters at the start of a tick as the state. At the start all "
                "are 0 (begins). A position runs only if its counter is below that of the position before, so the "
                "order survives even if the one before stands still (keeps_prefix_closed). A counter grows by one "
                "in the tick in which the position runs, for the microbatch that it then counts (runs_once). The "
                "planner's flags say the same as counters, ties and gpipe's flag decide nothing (reads_flags, "
                "no_ties, flag_decides_nothing).",
            .lemmas = tick_loop_lemmas()};
}

Theorem deadlock() {
    return {.number = 3,
            .name = "deadlock_freedom",
            .statement =
                "For all K, M >= 1, any placement, gpipe and interleaved_1f1b: in every reachable unfinished "
                "state some rank runs an op, and the loop ends within 2*K*M ticks.",
            .sketch =
                "Take the least position whose counter is below M (least_unfinished). All before it are finished, "
                "so it is ready (least_is_ready). Among the ready positions of its rank one goes before all "
                "others, as the policy's order is total and transitive: go through the positions and keep the "
                "winner (first_competitor_wins, winner_meets_next, winner_stays, winner_changes). The winner runs. So "
                "every tick adds "
                "at least one to the sum of the counters (work_grows), which is at most 2*K*M (work_bounded).",
            .lemmas = deadlock_lemmas()};
}

Theorem order() {
    return {.number = 4,
            .name = "order",
            .statement =
                "For all durations, lags and M: a valid schedule stays valid, with the same makespan, when two "
                "microbatches trade their start ticks in every class in which they are out of order. So there "
                "is always an optimal schedule in which every class runs its microbatches in index order.",
            .sketch =
                "Of two microbatches the earlier start goes to the first, the later to the second, in all classes "
                "at once. The least of two starts, and the largest, keep a lag that both keep (keeps_lags). The "
                "ticks in which the class runs are the same, so no overlap (keeps_one_op_a_rank) and no change of "
                "in-flight activations (keeps_cap). Every exchange of neighbours that does something makes the sum "
                "of microbatch * start grow, which is bounded (exchanges_end, exchanges_bounded); when none does, "
                "all are in order (neighbours_suffice).",
            .lemmas = order_lemmas()};
}

Theorem lower_bound() {
    return {.number = 5,
            .name = "lower_bound",
            .statement =
                "For all S, V, M >= 1, unit time, loop placement, full backward, no latency: every schedule has "
                "at least 2*(V*max(M,S) + min(M,S) - 1) ticks.",
            .sketch =
                "N unit ops of one rank, none of which starts before a head, start at least N-1 ticks apart, first "
                "to last (count_begin, count_step by induction over N); with a tail after the last, T >= head + N + "
                "tail (count_end). Rank S-1 runs 2*w*M ops of its last w chunks, whose stages are (V-w)*S + S-1 or "
                "later (last_chunks): that many forwards come before (head_step) and backwards after (tail_step). "
                "For M >= S take w = V, else w = 1 (all_chunks, last_chunk); no other w gives more.",
            .lemmas = lower_bound_lemmas()};
}

std::vector<Lemma> construction_lemmas() {
    std::vector<Lemma> lemmas = construction_slot_lemmas();
    for (Lemma& lemma : construction_tick_lemmas()) lemmas.push_back(std::move(lemma));
    return lemmas;
}

Theorem construction() {
    return {.number = 6,
            .name = "optimal_construction",
            .statement =
                "For all S, V, M >= 1: in the schedule of planner/optimal_planner every op runs exactly once, no "
                "two ops of a rank share a tick, every dependency is respected, and it ends at the bound of "
                "theorem 5.",
            .sketch =
                "Slots 0 .. V*N-1 of a rank and ops with microbatch below N = max(M,S) are one-to-one: every slot "
                "is an op (slot_is_op), every op has a slot (op_in_group, slot_in_range), and reading it gives the "
                "op back (round_trip). Rank r runs slot n at tick r + n, so two ops of a rank in one tick are one "
                "op (groups_in_turn, no_shared_tick). The next stage is the same slot a tick later, or on rank 0 a "
                "group's size >= S slots later (next_rank, next_chunk). The half ends before tick H (half_ends), "
                "the other half is its mirror image in time (mirror), and 2H is the bound (ends_at_bound).",
            .lemmas = construction_lemmas()};
}

}  // namespace

std::span<const Theorem> theorems() {
    static const std::vector<Theorem> all = {partition(), tick_loop(),   deadlock(),
                                             order(),     lower_bound(), construction()};
    return all;
}

}  // namespace tickproof::theorems

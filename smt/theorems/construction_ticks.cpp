// Theorem 6, ticks: rank r runs slot n at tick r + n, so what construction_slots.cpp proves of slots makes a schedule
// in which no two ops of a rank share a tick, dependencies are respected and the bound is met.
#include <string_view>

#include "smt/theorems/claim.h"
#include "smt/theorems/construction_sizes.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

// Two ops of a rank; a group's ops have offsets below its size, S or S + rest.
Lemma groups_in_turn() {
    return lemma({.name = "optimal_groups_in_turn",
                  .statement = "ops of different groups have different slots: a later group's come later",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const group1 Int)
(declare-const chunk1 Int)
(declare-const offset1 Int)
(declare-const group2 Int)
(declare-const chunk2 Int)
(declare-const offset2 Int)
(declare-const size2 Int)
(assert (and (<= 0 group1) (< group1 group2) (<= group2 last)))
(assert (and (<= 0 chunk1) (< chunk1 V) (<= 0 offset1) (< offset1 S)))
(assert (and (<= 0 chunk2) (<= 0 offset2) (<= S size2)))
)"),
                  .facts = {product("(- V 1 chunk1)", "S"), product("(- group2 group1 1)", "group_slots"),
                            product("chunk2", "size2")},
                  .goal = "(< (+ (* group1 group_slots) (* chunk1 S) offset1) "
                          "(+ (* group2 group_slots) (* chunk2 size2) offset2))",
                  .plant = {"one chunk too many", "(< chunk1 V)", "(<= chunk1 V)"},
                  .small = std::string(small)});
}

Lemma no_shared_slot() {
    return lemma({.name = "optimal_no_shared_tick",
                  .statement = "two ops of a group that a rank runs in the same tick are the same op",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const rank Int)
(declare-const first_slot Int) ; of the group
(declare-const size Int)
(declare-const chunk1 Int)
(declare-const offset1 Int)
(declare-const chunk2 Int)
(declare-const offset2 Int)
(assert (>= size S))
(assert (and (<= 0 offset1) (< offset1 size)))
(assert (and (<= 0 offset2) (< offset2 size)))
(define-fun tick1 () Int (+ rank first_slot (* chunk1 size) offset1))
(define-fun tick2 () Int (+ rank first_slot (* chunk2 size) offset2))
(assert (= tick1 tick2))
)"),
                  .facts = {product("(- chunk1 chunk2 1)", "size"), product("(- chunk2 chunk1 1)", "size")},
                  .goal = "(and (= chunk1 chunk2) (= offset1 offset2))",
                  .plant = {"an offset may be the group's size", "(< offset2 size)", "(<= offset2 size)"},
                  .small = std::string(small) + "(assert (= size 3))\n"});
}

// An op of stage chunk*S + rank in a group that starts with first_slot and has size >= S microbatches.
constexpr std::string_view an_op = R"((declare-const first_slot Int)
(declare-const size Int)
(declare-const chunk Int)
(declare-const offset Int)
(assert (>= first_slot 0))
(assert (>= size S)) ; S or S + rest
(assert (and (<= 0 chunk) (<= 0 offset)))
(define-fun tick ((chunk Int) (rank Int)) Int (+ rank first_slot (* chunk size) offset))
)";

Lemma next_rank() {
    return lemma({.name = "optimal_next_rank",
                  .statement = "F of the next stage comes after F of a stage that is not on rank S-1",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(an_op) + R"((declare-const rank Int)
(assert (and (<= 0 rank) (< rank (- S 1))))
)"),
                  .facts = {},
                  .goal = "(< (tick chunk rank) (tick chunk (+ rank 1)))",
                  .plant = {"ranks run a slot at the same tick", "(+ rank first_slot (* chunk size) offset)",
                            "(+ first_slot (* chunk size) offset)"},
                  .small = std::string(small)});
}

Lemma next_chunk() {
    return lemma({.name = "optimal_next_chunk",
                  .statement = "F of the next stage, on rank 0, comes after F of a stage on rank S-1",
                  .logic = "QF_NIA",
                  .given = with_sizes(an_op),
                  .facts = {},
                  .goal = "(< (tick chunk (- S 1)) (tick (+ chunk 1) 0))",
                  .plant = {"a group may hold fewer than S microbatches", "(>= size S)", "(>= size (- S 1))"},
                  .small = std::string(small)});
}

// Of ops that exist (microbatch < M). H = V*N + min(M,S) - 1.
constexpr std::string_view half = "(define-fun H () Int (+ (* V N) (- (ite (>= M S) S M) 1)))\n";

Lemma half_ends_many() {
    return lemma({.name = "optimal_half_ends_many",
                  .statement = "with M >= S no forward starts later than tick H-1",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(half) + R"((declare-const n Int)
(declare-const rank Int)
(assert (and (<= 0 n) (< n (* V N))))
(assert (and (<= 0 rank) (< rank S)))
(assert (>= M S))
)"),
                  .facts = {},
                  .goal = "(and (<= 0 (+ rank n)) (<= (+ rank n) (- H 1)))",
                  .plant = {"one slot more", "(< n (* V N))", "(<= n (* V N))"},
                  .small = std::string(small)});
}

Lemma half_ends_few() {
    return lemma({.name = "optimal_half_ends_few",
                  .statement = "with M < S (one group of S slots a chunk) no forward starts later than tick H-1",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(half) + R"((declare-const chunk Int)
(declare-const microbatch Int)
(declare-const rank Int)
(assert (and (<= 0 chunk) (< chunk V)))
(assert (and (<= 0 microbatch) (< microbatch M)))
(assert (and (<= 0 rank) (< rank S)))
(assert (< M S))
(define-fun tick () Int (+ rank (* chunk S) microbatch))
)"),
                  .facts = {product("(- V 1 chunk)", "S"), product("chunk", "S")},
                  .goal = "(and (<= 0 tick) (<= tick (- H 1)))",
                  .plant = {"an idle slot is counted", "(< microbatch M)", "(< microbatch S)"},
                  .small = "(assert (= S 3))\n(assert (= V 2))\n(assert (= M 2))\n"});
}

Lemma few_one_group() {
    return lemma({.name = "optimal_few_one_group",
                  .statement = "with M < S there is one group, without a remainder",
                  .logic = "QF_NIA",
                  .given = with_groups("(assert (< M S))\n"),
                  .facts = {product("(- last 1)", "S")},
                  .goal = "(and (= last 0) (= rest 0))",
                  .plant = {"M = S + 1", "(assert (< M S))", "(assert (= M (+ S 1)))"},
                  .small = "(assert (= S 3))\n(assert (= V 2))\n"});
}

// The planner jumps over idle slots: at the same tick a rank later by k is k slots earlier.
Lemma idle_jump() {
    return lemma({.name = "optimal_idle_jump",
                  .statement = "with M < S the slots that the planner jumps over from an idle one are idle too",
                  .logic = "QF_NIA",
                  .given = with_sizes(R"((declare-const chunk Int)
(declare-const microbatch Int)
(declare-const k Int)
(declare-const read_chunk Int)
(declare-const read_microbatch Int)
(assert (and (<= M microbatch) (< microbatch S)))
(assert (and (<= 0 k) (<= k (- microbatch M))))
; divisions by S of the slot k earlier
(assert (= (- (+ (* chunk S) microbatch) k) (+ (* read_chunk S) read_microbatch)))
(assert (and (<= 0 read_microbatch) (< read_microbatch S)))
)"),
                  .facts = {product("(- chunk read_chunk 1)", "S"), product("(- read_chunk chunk 1)", "S")},
                  .goal = "(>= read_microbatch M)",
                  .plant = {"jumps one slot further", "(<= k (- microbatch M))", "(<= k (+ 1 (- microbatch M)))"},
                  .small = "(assert (= S 3))\n(assert (= V 2))\n(assert (= M 2))\n"});
}

// The backward half. forward(v, m) is the tick of F(v, m), in 0 .. H-1.
constexpr std::string_view mirror = R"((declare-const H Int)
(declare-const M Int)
(declare-fun forward (Int Int) Int)
(define-fun backward ((v Int) (m Int)) Int (- (* 2 H) 1 (forward v (- M 1 m))))
(declare-const v Int)
(declare-const w Int)
(declare-const m Int)
(declare-const k Int)
(assert (and (>= H 1) (<= 0 m) (< m M) (<= 0 k) (< k M)))
)";

Lemma mirror_order() {
    return lemma(
        {.name = "optimal_mirror_order",
         .statement = "B of a stage comes after B of the next stage",
         .logic = "QF_UFLIA",
         .given = std::string(mirror) + R"((assert (< (forward v (- M 1 m)) (forward (+ v 1) (- M 1 m))))
)",
         .facts = {},
         .goal = "(< (backward (+ v 1) m) (backward v m))",
         .plant = {"not mirrored in time", "(- (* 2 H) 1 (forward v (- M 1 m)))", "(+ H (forward v (- M 1 m)))"},
         .small = "(assert (= H 3))\n(assert (= M 2))\n(assert (= v 0))\n"});
}

Lemma mirror_after_forward() {
    return lemma({.name = "optimal_mirror_after_forward",
                  .statement = "every B comes after every F, and ends at 2H or earlier",
                  .logic = "QF_UFLIA",
                  .given = std::string(mirror) + R"((assert (and (<= 0 (forward v m)) (<= (forward v m) (- H 1))))
(assert (and (<= 0 (forward w (- M 1 k))) (<= (forward w (- M 1 k)) (- H 1))))
)",
                  .facts = {},
                  .goal = "(and (< (forward v m) (backward w k)) (<= (+ (backward w k) 1) (* 2 H)))",
                  .plant = {"the halves overlap by a tick", "(- (* 2 H) 1 (forward", "(- (* 2 H) 2 (forward"},
                  .small = "(assert (= H 3))\n(assert (= M 2))\n"});
}

Lemma mirror_no_shared() {
    return lemma(
        {.name = "optimal_mirror_no_shared_tick",
         .statement = "two backwards that a rank runs in the same tick are the same op",
         .logic = "QF_UFLIA",
         .given = std::string(mirror) + R"(; stages v and w of one rank: theorem 6 for their forwards
(assert (=> (= (forward v (- M 1 m)) (forward w (- M 1 k))) (and (= v w) (= (- M 1 m) (- M 1 k)))))
(assert (= (backward v m) (backward w k)))
)",
         .facts = {},
         .goal = "(and (= v w) (= m k))",
         .plant = {"forwards of one stage may share a tick", "(and (= v w) (= (- M 1 m) (- M 1 k)))", "(= v w)"},
         .small = "(assert (= H 3))\n(assert (= M 2))\n"});
}

Lemma ends_at_bound() {
    return lemma({.name = "optimal_ends_at_bound",
                  .statement = "the last backward, of stage 0, ends at the bound of theorem 5",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(half) + R"((declare-const first_forward Int) ; F(0, 0): rank 0, slot 0
(assert (= first_forward 0))
(define-fun last_end () Int (+ (- (* 2 H) 1 first_forward) 1))
)"),
                  .facts = {},
                  .goal = "(= last_end (* 2 (+ (* V (ite (>= M S) M S)) (- (ite (>= M S) S M) 1))))",
                  .plant = {"the first forward waits a tick", "(= first_forward 0)", "(= first_forward 1)"},
                  .small = std::string(small)});
}

}  // namespace

std::vector<Lemma> construction_tick_lemmas() {
    return {groups_in_turn(), no_shared_slot(),       next_rank(),        next_chunk(),
            half_ends_many(), half_ends_few(),        few_one_group(),    idle_jump(),
            mirror_order(),   mirror_after_forward(), mirror_no_shared(), ends_at_bound()};
}

}  // namespace tickproof::theorems

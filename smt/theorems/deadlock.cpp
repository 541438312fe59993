// Theorem 3: no reachable state is stuck, and how many ticks there are at most. The least unfinished position is ready;
// a rank with something ready has a first, as `first` is a strict order on finitely many positions; and each tick that
// runs something makes the sum of all counters grow, which ends at 2*K*M.
#include "smt/theorems/chain_claim.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

std::string state(std::string_view more) { return std::string(prefix_closed) + std::string(more); }

constexpr std::string_view finished = R"((define-fun finished_below ((j Int)) Bool
  (forall ((p Int)) (=> (and (<= 0 p) (< p j)) (= (done p) M))))
)";

Lemma least_unfinished() {
    const std::string given = std::string(finished) + R"((declare-const j Int)
(assert (on_chain j))
(assert (finished_below j))
)";
    return chain_lemma({.name = "deadlock_least_unfinished",
                        .statement =
                            "if all positions below j are finished, all below j+1 are or j is the least that is "
                            "not",
                        .given = given,
                        .goal = "(or (finished_below (+ j 1)) (and (finished_below j) (not (= (done j) M))))",
                        .plant = {"the least is looked for a position too late", "(finished_below (+ j 1))",
                                  "(finished_below (+ j 2))"},
                        .small = "(assert (= M 2))\n"});
}

Lemma least_is_ready() {
    const std::string given = state(finished) + R"((declare-const p Int)
(assert (on_chain p))
(assert (finished_below p))
(assert (< (done p) M))
)";
    return chain_lemma({.name = "deadlock_least_is_ready",
                        .statement = "the least unfinished position is ready",
                        .given = given,
                        .goal = "(ready p)",
                        .plant = {"nothing is known of the positions before", "(assert (finished_below p))",
                                  "(assert (finished_below 0))"},
                        .small = "(assert (= M 2))\n"});
}

constexpr std::string_view three_positions = R"((declare-const p Int)
(declare-const q Int)
(declare-const s Int)
)";

std::vector<Lemma> order_is_total() {
    return chain_lemmas({.name = "deadlock_first_is_total",
                         .statement = "of two positions exactly one goes first",
                         .given = three_positions,
                         .goal = "(=> (not (= p q)) (not (= (first p q) (first q p))))",
                         .plant = {"ties are not broken", "(and (= (done p) (done q)) (< p q))", "false"},
                         .small = "(assert (= p 0))\n(assert (= q 1))\n"});
}

std::vector<Lemma> order_is_transitive() {
    return chain_lemmas(
        {.name = "deadlock_first_is_transitive",
         .statement = "what goes first of two goes before what the other goes before",
         .given = three_positions,
         .goal = "(=> (and (first p q) (first q s)) (first p s))",
         .plant = {"ties in the microbatch are won by either", "(and (= (done p) (done q)) (< p q))", "(not (= p q))"},
         .small = "(assert (= p s))\n(assert (= p 0))\n(assert (= q 1))\n"});
}

// w wins the rank among the positions below j.
constexpr std::string_view wins = R"((declare-const r Int)
(define-fun wins ((w Int) (j Int)) Bool (and (on_chain w) (< w j) (= (rank (stage w)) r) (ready w)
  (forall ((q Int)) (=> (and (<= 0 q) (< q j)) (yields q w)))))
(define-fun competes ((j Int)) Bool (and (= (rank (stage j)) r) (ready j)))
)";

std::vector<Lemma> first_competitor_wins() {
    const std::string given = std::string(wins) + R"((declare-const j Int)
(assert (on_chain j))
(assert (forall ((q Int)) (=> (and (<= 0 q) (< q j)) (not (competes q)))))
(assert (competes j))
)";
    return chain_lemmas({.name = "deadlock_first_competitor_wins",
                         .statement = "the first ready position of a rank wins among those up to it",
                         .given = given,
                         .goal = "(wins j (+ j 1))",
                         .plant = {"it wins among one more, too", "(wins j (+ j 1))", "(wins j (+ j 2))"},
                         .small = "(assert (= M 2))\n"});
}

constexpr std::string_view winner_and_next = R"((declare-const j Int)
(declare-const w Int)
(assert (on_chain j))
(assert (wins w j))
)";

std::vector<Lemma> winner_meets_next() {
    const std::string given = std::string(wins) + std::string(winner_and_next);
    return chain_lemmas(
        {.name = "deadlock_winner_meets_next",
         .statement = "if a position wins among those below j, j yields to it or competes and goes first",
         .given = given,
         .goal = "(or (yields j w) (and (competes j) (first j w)))",
         .plant = {"j always yields", "(or (yields j w) (and (competes j) (first j w)))", "(yields j w)"},
         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> winner_stays() {
    const std::string given = std::string(wins) + std::string(winner_and_next) + R"((assert (yields j w))
(declare-const q Int)
(assert (and (<= 0 q) (< q (+ j 1))))
)";
    return chain_lemmas({.name = "deadlock_winner_stays",
                         .statement =
                             "if a position wins among those below j and j does not go first, it wins among those "
                             "below j+1",
                         .given = given,
                         .goal = "(and (< w (+ j 1)) (yields q w))",
                         .plant = {"whether j goes first is not asked", "(assert (yields j w))", ""},
                         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> winner_changes() {
    const std::string given = std::string(wins) + std::string(winner_and_next) + R"((assert (competes j))
(assert (first j w))
; lemma deadlock_first_is_transitive
(assert (forall ((q Int)) (=> (and (first j w) (first w q)) (first j q))))
)";
    return chain_lemmas({.name = "deadlock_winner_changes",
                         .statement = "if it does go first, j wins among those below j+1",
                         .given = given,
                         .goal = "(wins j (+ j 1))",
                         .plant = {"j need not be of the rank or ready", "(assert (competes j))", ""},
                         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> winner_runs() {
    const std::string given = std::string(wins) + R"((declare-const w Int)
(declare-const p Int)
(assert (= (rank (stage p)) r))
(assert (and (on_chain p) (ready p)))
(assert (wins w (* 2 K)))
)";
    return chain_lemmas({.name = "deadlock_winner_runs",
                         .statement = "what wins among all positions of a rank is what the rank runs",
                         .given = given,
                         .goal = "(and (runs w) (= (rank (stage w)) (rank (stage p))))",
                         .plant = {"it wins among all but the last", "(wins w (* 2 K))", "(wins w (- (* 2 K) 1))"},
                         .small = "(assert (= M 2))\n"});
}

Lemma work_grows() {
    return lemma({.name = "deadlock_work_grows",
                  .statement = "if position w runs in a tick the sum of all counters grows by one or more: over the "
                               "positions below j, then below j+1",
                  .logic = "QF_LIA",
                  .given = R"((declare-const j Int)
(declare-const w Int)
(declare-const growth_below Int) ; of the counters of positions below j
(declare-const growth Int)       ; of position j
(assert (and (<= 0 j) (<= 0 w)))
(assert (>= growth_below (ite (< w j) 1 0)))
(assert (and (<= 0 growth) (<= growth 1))) ; lemma tick_runs_once
(assert (=> (= j w) (= growth 1)))
)",
                  .facts = {},
                  .goal = "(>= (+ growth_below growth) (ite (< w (+ j 1)) 1 0))",
                  .plant = {"a tick may run nothing", "(=> (= j w) (= growth 1))", "(=> (= j w) (<= growth 1))"},
                  .small = "(assert (= j 1))\n"});
}

Lemma work_is_bounded() {
    return lemma({.name = "deadlock_work_bounded",
                  .statement = "the counters of j positions sum up to at most j*M: from j to j+1, and so 2*K*M for all",
                  .logic = "QF_NIA",
                  .given = R"((declare-const j Int)
(declare-const M Int)
(declare-const sum Int)
(declare-const done_j Int)
(assert (and (<= 0 j) (>= M 1)))
(assert (<= sum (* j M)))
(assert (<= done_j M))
)",
                  .facts = {},
                  .goal = "(<= (+ sum done_j) (* (+ j 1) M))",
                  .plant = {"a counter may pass M", "(<= done_j M)", "(<= done_j (+ M 1))"},
                  .small = "(assert (= j 1))\n(assert (= M 2))\n"});
}

Lemma ticks_are_bounded() {
    return lemma({.name = "deadlock_ticks_bounded",
                  .statement =
                      "a loop that has not finished after t ticks has done t ops or more and has t < 2*K*M: from "
                      "t to t+1",
                  .logic = "QF_NIA",
                  .given = R"((declare-const K Int)
(declare-const M Int)
(declare-const t Int)
(declare-const work Int)      ; after t ticks
(declare-const next_work Int) ; after t + 1
(assert (and (>= K 1) (>= M 1) (>= t 0)))
(assert (>= work t))
(assert (>= next_work (+ work 1)))      ; lemma deadlock_work_grows
(assert (<= next_work (* 2 K M)))       ; lemma deadlock_work_bounded
)",
                  .facts = {},
                  .goal = "(and (>= next_work (+ t 1)) (<= (+ t 1) (* 2 K M)))",
                  .plant = {"a tick may run nothing", "(>= next_work (+ work 1))", "(>= next_work work)"},
                  .small = "(assert (= K 1))\n(assert (= M 2))\n"});
}

}  // namespace

std::vector<Lemma> deadlock_lemmas() {
    std::vector<Lemma> lemmas = {least_unfinished(), least_is_ready()};
    for (const auto& build : {order_is_total, order_is_transitive, first_competitor_wins, winner_meets_next,
                              winner_stays, winner_changes, winner_runs}) {
        for (Lemma& lemma : build()) lemmas.push_back(std::move(lemma));
    }
    for (const auto& build : {work_grows, work_is_bounded, ticks_are_bounded}) lemmas.push_back(build());
    return lemmas;
}

}  // namespace tickproof::theorems

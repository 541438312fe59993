// Theorem 2: what the tick loop has finished is prefix-closed at every tick, each op runs exactly once, and after what
// it depends on. The planner marks (stage, microbatch) pairs, the relation counts: tick_reads_flags says why the
// counters are enough, as long as what is marked at a position is the microbatches below its counter.
#include "smt/theorems/chain_claim.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

// The proof by induction of `never_more` is lemma tick_never_more.
constexpr std::string_view never_more = R"((define-fun never_more ((i Int) (j Int)) Bool
  (=> (and (<= 0 i) (<= i j) (< j (* 2 K))) (<= (done j) (done i))))
)";

// A tick from state done to state next.
constexpr std::string_view tick = R"((declare-fun next (Int) Int)
(assert (forall ((p Int)) (=> (on_chain p) (= (next p) (+ (done p) (ite (runs p) 1 0))))))
(declare-const p Int)
(assert (on_chain p))
)";

std::string state(std::string_view more) { return std::string(prefix_closed) + std::string(more); }
std::string after_tick(std::string_view more) { return state(tick) + std::string(more); }

Lemma begins() {
    return chain_lemma({.name = "tick_begins",
                        .statement = "at the start, with nothing done, what has finished is prefix-closed",
                        .given = R"((assert (and (>= K 1) (>= M 1)))
(assert (forall ((p Int)) (= (done p) 0)))
(declare-const p Int)
(assert (on_chain p))
)",
                        .goal = "(and (<= 0 (done p)) (<= (done p) M) (<= (done p) (before p)))",
                        .plant = {"there may be fewer than no microbatches", "(>= M 1)", "(>= M (- 1))"},
                        .small = "(assert (= p 0))\n"});
}

Lemma never_more_later() {
    const std::string given = state(never_more) + R"((declare-const i Int)
(declare-const j Int)
(assert (and (on_chain i) (on_chain (+ j 1)) (<= i j)))
(assert (never_more i j))
)";
    return chain_lemma({.name = "tick_never_more",
                        .statement = "a counter is no larger than any before it on the chain: from i .. j to i .. j+1",
                        .given = given,
                        .goal = "(<= (done (+ j 1)) (done i))",
                        .plant = {"neighbours may increase", "(<= (done p) (before p))", "(<= (done p) M)"},
                        .small = "(assert (= M 2))\n"});
}

Lemma reads_flags() {
    const std::string given = state(R"((declare-const p Int)
(declare-const m Int)
(assert (on_chain p))
(assert (and (<= 0 m) (< m M)))
; marked: the microbatches below the counter
(define-fun marked ((p Int) (m Int)) Bool (< m (done p)))
(define-fun flags_ready ((p Int) (m Int)) Bool (and (not (marked p m))
  (or (= p 0) (marked (- p 1) m)) (=> (>= p K) (marked (stage p) m))))
)");
    return chain_lemma({.name = "tick_reads_flags",
                        .statement =
                            "by the planner's flags a position has something ready if and only if it has by the "
                            "counters, and the lowest such microbatch is done(p)",
                        .given = given,
                        .goal = "(and (=> (flags_ready p m) (and (ready p) (<= (done p) m))) "
                                "(=> (and (ready p) (= m (done p))) (flags_ready p m)))",
                        .plant = {"the lowest is taken to be above the counter", "(<= (done p) m)", "(< (done p) m)"},
                        .small = "(assert (= M 2))\n"});
}

Lemma forward_is_done() {
    const std::string given = state(never_more) + R"((declare-const p Int)
(assert (on_chain p))
(assert (>= p K))
(assert (never_more (stage p) (- p 1)))
)";
    return chain_lemma({.name = "tick_forward_is_done",
                        .statement = "what is finished just before a backward includes its own forward",
                        .given = given,
                        .goal = "(=> (< (done p) (before p)) (< (done p) (done (stage p))))",
                        .plant = {"its own forward is ahead of what is just before",
                                  "(=> (< (done p) (before p)) (< (done p) (done (stage p))))",
                                  "(=> (< (done p) (before p)) (< (before p) (done (stage p))))"},
                        .small = "(assert (= M 2))\n"});
}

Lemma ties() {
    const std::string given = state(never_more) + R"((declare-const p Int)
(declare-const q Int)
(assert (and (on_chain p) (on_chain q) (< p q)))
(assert (never_more p (- q 1)))
)";
    return chain_lemma({.name = "tick_no_ties",
                        .statement = "two positions never have the same microbatch ready, so ties are never broken",
                        .given = given,
                        .goal = "(not (and (ready p) (ready q) (= (done p) (done q))))",
                        .plant = {"a position compared with itself", "(on_chain q) (< p q)", "(on_chain q) (<= p q)"},
                        .small = "(assert (= M 2))\n"});
}

Lemma flag() {
    const std::string given = state(R"((assert (forall ((p Int)) (=> (and (on_chain p) (< p K)) (= (done p) M))))
(declare-const p Int)
(assert (and (on_chain p) (< p K)))
)");
    return chain_lemma({.name = "tick_flag_decides_nothing",
                        .statement = "when all forwards are complete no forward is ready, so gpipe's flag for it never "
                                     "decides",
                        .given = given,
                        .goal = "(not (ready p))",
                        .plant = {"one microbatch short of complete", "(= (done p) M)", "(= (done p) (- M 1))"},
                        .small = "(assert (= M 2))\n(assert (= p 0))\n"});
}

std::vector<Lemma> one_op_a_rank() {
    const std::string given = state(R"((declare-const p Int)
(declare-const q Int)
(assert (and (runs p) (runs q)))
(assert (= (rank (stage p)) (rank (stage q))))
)");
    return chain_lemmas(
        {.name = "tick_one_op_a_rank",
         .statement = "a rank runs one op a tick",
         .given = given,
         .goal = "(= p q)",
         .plant = {"two ranks", "(= (rank (stage p)) (rank (stage q)))", "(not (= (rank (stage p)) (rank (stage q))))"},
         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> keeps_prefix_closed() {
    const std::string given = after_tick("");
    return chain_lemmas(
        {.name = "tick_keeps_prefix_closed",
         .statement = "after a tick what has finished is prefix-closed again",
         .given = given,
         .goal = "(and (<= 0 (next p)) (<= (next p) M) (<= (next p) (ite (= p 0) M (next (- p 1)))))",
         .plant = {"a position does not wait for the one before", "(< (done p) (before p))", "(< (done p) M)"},
         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> once() {
    const std::string given = after_tick("(declare-const m Int)\n");
    return chain_lemmas({.name = "tick_runs_once",
                         .statement =
                             "a microbatch finishes a position in the tick in which it runs there, and stays so; "
                             "as a counter goes from 0 to M, each runs in exactly one tick",
                         .given = given,
                         .goal = "(and (>= (next p) (done p)) "
                                 "(= (and (not (< m (done p))) (< m (next p))) (and (runs p) (= m (done p)))))",
                         .plant = {"a tick counts two", "(ite (runs p) 1 0)", "(ite (runs p) 2 0)"},
                         .small = "(assert (= M 2))\n"});
}

std::vector<Lemma> respects_dependencies() {
    const std::string given = after_tick("");
    return chain_lemmas(
        {.name = "tick_respects_dependencies",
         .statement = "what runs had everything it depends on finished before the tick",
         .given = given,
         .goal = "(=> (runs p) (and (< (done p) M) (or (= p 0) (< (done p) (done (- p 1)))) "
                 "(=> (>= p K) (< (done p) (done (stage p))))))",
         .plant = {"a position does not wait for the one before", "(< (done p) (before p))", "(< (done p) M)"},
         .small = "(assert (= M 2))\n"});
}

}  // namespace

std::vector<Lemma> tick_loop_lemmas() {
    std::vector<Lemma> lemmas = {begins(), never_more_later(), reads_flags(), forward_is_done(), ties(), flag()};
    for (const auto& build : {one_op_a_rank, keeps_prefix_closed, once, respects_dependencies}) {
        for (Lemma& lemma : build()) lemmas.push_back(std::move(lemma));
    }
    return lemmas;
}

}  // namespace tickproof::theorems

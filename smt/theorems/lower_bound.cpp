// Theorem 5: the lower bound of smt/bounds/unit_time.h. Three inductions (a chain of forwards before, the ops of a rank
// one after another, a chain of backwards after) and the arithmetic that puts them together.
#include "smt/theorems/claim.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

constexpr std::string_view sizes = R"((declare-const S Int)
(declare-const V Int)
(declare-const M Int)
(assert (>= S 1))
(assert (>= V 1))
(assert (>= M 1))
)";

std::string with_sizes(std::string_view more) { return std::string(sizes) + std::string(more); }

Lemma count_begin() {
    return lemma({.name = "bound_count_begin",
                  .statement = "the first op of a rank in a window starts at the window's start or later",
                  .logic = "QF_LIA",
                  .given = R"((declare-const head Int)
(declare-const N Int)
(declare-const start Int) ; of op 1 in the order of time
(assert (>= head 0))
(assert (= N 1))
(assert (>= start head))
)",
                  .facts = {},
                  .goal = "(>= start (+ head (- N 1)))",
                  .plant = {"counts one op too many", "(+ head (- N 1))", "(+ head N)"},
                  .small = "(assert (= head 2))\n"});
}

Lemma count_step() {
    return lemma(
        {.name = "bound_count_step",
         .statement = "if op N in the order of time starts N-1 ticks after the window's start or later, op N+1 N",
         .logic = "QF_LIA",
         .given = R"((declare-const head Int)
(declare-const N Int)
(declare-const start Int)
(declare-const next_start Int)
(assert (>= head 0))
(assert (>= N 1))
(assert (>= start (+ head (- N 1))))
(assert (>= next_start start))         ; the order of time
(assert (not (= next_start start)))    ; one op a rank and tick
)",
         .facts = {},
         .goal = "(>= next_start (+ head N))",
         .plant = {"a rank may run two ops in a tick", "(not (= next_start start))", "(>= next_start 0)"},
         .small = "(assert (= head 2))\n(assert (= N 1))\n"});
}

Lemma count_end() {
    return lemma({.name = "bound_count_end",
                  .statement = "N unit ops of a rank with a head before and a tail after need head + N + tail ticks",
                  .logic = "QF_LIA",
                  .given = R"((declare-const head Int)
(declare-const tail Int)
(declare-const N Int)
(declare-const T Int)
(declare-const last_start Int)
(assert (and (>= head 0) (>= tail 0) (>= N 1)))
(assert (>= last_start (+ head (- N 1)))) ; lemmas bound_count_begin and bound_count_step
(assert (>= T (+ last_start 1 tail)))
)",
                  .facts = {},
                  .goal = "(>= T (+ head N tail))",
                  .plant = {"the last op takes no time", "(+ last_start 1 tail)", "(+ last_start tail)"},
                  .small = "(assert (= head 2))\n(assert (= tail 2))\n(assert (= N 3))\n"});
}

Lemma head_step() {
    return lemma({.name = "bound_head_step",
                  .statement = "a forward of stage v starts at tick v or later: from v to v+1",
                  .logic = "QF_LIA",
                  .given = R"((declare-const v Int)
(declare-const start Int)
(declare-const next_start Int)
(assert (>= v 0))
(assert (>= start v))
(assert (>= next_start (+ start 1))) ; F(v+1) after F(v)
)",
                  .facts = {},
                  .goal = "(>= next_start (+ v 1))",
                  .plant = {"F(v+1) does not wait for F(v)", "(>= next_start (+ start 1))", "(>= next_start 0)"},
                  .small = "(assert (= v 1))\n"});
}

Lemma tail_step() {
    return lemma({.name = "bound_tail_step",
                  .statement = "v ticks or more remain after a backward of stage v: from v to v+1",
                  .logic = "QF_LIA",
                  .given = R"((declare-const T Int)
(declare-const v Int)
(declare-const start Int)
(declare-const next_start Int) ; of the backward of stage v+1
(assert (>= v 0))
(assert (>= T (+ start 1 v)))
(assert (>= start (+ next_start 1))) ; B(v) after B(v+1)
)",
                  .facts = {},
                  .goal = "(>= T (+ next_start 1 v 1))",
                  .plant = {"B(v) does not wait for B(v+1)", "(>= start (+ next_start 1))", "(>= start 0)"},
                  .small = "(assert (= v 1))\n(assert (= T 5))\n"});
}

Lemma other_kind() {
    return lemma(
        {.name = "bound_other_kind",
         .statement = "a backward has the head, a forward the tail of the other op of its stage and microbatch",
         .logic = "QF_LIA",
         .given = R"((declare-const T Int)
(declare-const v Int)
(declare-const forward Int)
(declare-const backward Int)
(assert (>= v 0))
(assert (>= forward v))             ; lemma bound_head_step
(assert (>= T (+ backward 1 v)))    ; lemma bound_tail_step
(assert (>= backward (+ forward 1)))
)",
         .facts = {},
         .goal = "(and (>= backward v) (>= T (+ forward 1 v)))",
         .plant = {"the backward does not wait for the forward", "(>= backward (+ forward 1))", "(>= backward 0)"},
         .small = "(assert (= v 2))\n(assert (= T 9))\n"});
}

Lemma last_chunks() {
    return lemma(
        {.name = "bound_last_chunks",
         .statement = "the last w chunks of rank S-1, V-w others before them, are stages from (V-w)*S + S-1 on",
         .logic = "QF_NIA",
         .given = with_sizes(R"((declare-const others Int) ; chunks before the last w
(declare-const further Int)
(declare-const chunk Int)
(assert (= chunk (+ others further)))
(assert (and (<= 0 others) (<= 0 further) (< chunk V)))
)"),
         .facts = {product("further", "S")},
         .goal = "(>= (+ (* chunk S) (- S 1)) (+ (* others S) (- S 1)))",
         .plant = {"one chunk more", "(<= 0 further)", "(<= (- 1) further)"},
         .small = "(assert (= S 2))\n(assert (= V 2))\n(assert (= others 1))\n"});
}

constexpr std::string_view rank_works = R"((declare-const w Int)
(declare-const T Int)
(define-fun head () Int (+ (* (- V w) S) (- S 1)))
(define-fun ops () Int (* 2 w M))
(assert (and (<= 1 w) (<= w V)))
(assert (>= T (+ head ops head))) ; lemma bound_count_end with head = tail
)";

Lemma all_chunks() {
    return lemma({.name = "bound_all_chunks",
                  .statement = "w = V: T >= 2*(V*M + S-1), which for M >= S is the closed form",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(rank_works) + "(assert (= w V))\n(assert (>= M S))\n"),
                  .facts = {},
                  .goal = "(and (>= T (* 2 (+ (* V M) (- S 1)))) "
                          "(>= T (* 2 (+ (* V (ite (>= M S) M S)) (- (ite (>= M S) S M) 1)))))",
                  .plant = {"fewer microbatches than ranks", "(assert (>= M S))", "(assert (< M S))"},
                  .small = "(assert (= S 3))\n(assert (= V 2))\n"});
}

Lemma last_chunk() {
    return lemma({.name = "bound_last_chunk",
                  .statement = "w = 1: T >= 2*(M + V*S - 1), which for M < S is the closed form",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(rank_works) + "(assert (= w 1))\n(assert (< M S))\n"),
                  .facts = {},
                  .goal = "(and (>= T (* 2 (+ M (* V S) (- 1)))) "
                          "(>= T (* 2 (+ (* V (ite (>= M S) M S)) (- (ite (>= M S) S M) 1)))))",
                  .plant = {"more microbatches than ranks", "(assert (< M S))", "(assert (> M S))"},
                  .small = "(assert (= S 2))\n(assert (= V 2))\n"});
}

// Not needed for the bound, but says why only the ends of w = 1 .. V are looked at.
constexpr std::string_view some_chunks = R"((declare-const w Int)
(declare-const others Int) ; chunks
(assert (and (<= 1 w) (<= 0 others)))
(assert (= V (+ w others)))
(define-fun bound ((w Int) (others Int)) Int (+ (* 2 w M) (* 2 (+ (* others S) (- S 1)))))
)";

Lemma all_chunks_most() {
    return lemma({.name = "bound_no_other_w_many",
                  .statement = "with M >= S no other w gives more than w = V",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(some_chunks) + "(assert (>= M S))\n"),
                  .facts = {product("others", "(- M S)")},
                  .goal = "(<= (bound w others) (bound V 0))",
                  .plant = {"fewer microbatches than ranks", "(assert (>= M S))", "(assert (< M S))"},
                  .small = "(assert (= S 3))\n(assert (= V 3))\n"});
}

Lemma last_chunk_most() {
    return lemma({.name = "bound_no_other_w_few",
                  .statement = "with M <= S no other w gives more than w = 1",
                  .logic = "QF_NIA",
                  .given = with_sizes(std::string(some_chunks) + "(assert (<= M S))\n"),
                  .facts = {product("(- w 1)", "(- S M)")},
                  .goal = "(<= (bound w others) (bound 1 (- V 1)))",
                  .plant = {"more microbatches than ranks", "(assert (<= M S))", "(assert (> M S))"},
                  .small = "(assert (= S 2))\n(assert (= V 3))\n"});
}

}  // namespace

std::vector<Lemma> lower_bound_lemmas() {
    return {count_begin(), count_step(), count_end(),  head_step(),       tail_step(),      other_kind(),
            last_chunks(), all_chunks(), last_chunk(), all_chunks_most(), last_chunk_most()};
}

}  // namespace tickproof::theorems

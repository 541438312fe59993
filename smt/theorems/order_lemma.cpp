// Theorem 4: the exchange step of the order lemma. Microbatches m and m+1 trade their start ticks in every class in
// which they are out of order, at once; each lemma looks at what such a trade could break. Lags and durations are any.
#include "smt/theorems/claim.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

// Start ticks of the two microbatches in a class (b) and in the class before it (a), and after the exchange.
constexpr std::string_view exchange = R"((define-fun earlier ((x Int) (y Int)) Int (ite (<= x y) x y))
(define-fun later ((x Int) (y Int)) Int (ite (<= x y) y x))
(declare-const a1 Int)
(declare-const a2 Int)
(declare-const b1 Int)
(declare-const b2 Int)
(define-fun new_a1 () Int (earlier a1 a2))
(define-fun new_a2 () Int (later a1 a2))
(define-fun new_b1 () Int (earlier b1 b2))
(define-fun new_b2 () Int (later b1 b2))
)";

// Two ops that start at x and y and take d and e ticks do not overlap.
constexpr std::string_view apart =
    R"((define-fun apart ((x Int) (d Int) (y Int) (e Int)) Bool (or (<= (+ x d) y) (<= (+ y e) x)))
)";

std::string given(std::string_view more) { return std::string(exchange) + std::string(more); }

Lemma keeps_lags() {
    return lemma(
        {.name = "order_keeps_lags",
         .statement = "the exchange keeps the lag between two chained classes, for both microbatches",
         .logic = "QF_LIA",
         .given = given(R"((declare-const lag Int)
(assert (>= lag 0))
(assert (>= b1 (+ a1 lag)))
(assert (>= b2 (+ a2 lag)))
)"),
         .facts = {},
         .goal = "(and (>= new_b1 (+ new_a1 lag)) (>= new_b2 (+ new_a2 lag)))",
         .plant = {"the class before is not exchanged", "(>= new_b1 (+ new_a1 lag))", "(>= new_b1 (+ a1 lag))"},
         .small = "(assert (= lag 1))\n(assert (= a1 3))\n(assert (= a2 1))\n"});
}

Lemma keeps_start() {
    return lemma({.name = "order_keeps_window",
                  .statement = "no op starts before the earlier of the two or after the later",
                  .logic = "QF_LIA",
                  .given = given(R"((declare-const first Int)
(declare-const last Int)
(assert (and (<= first b1) (<= b1 last)))
(assert (and (<= first b2) (<= b2 last)))
)"),
                  .facts = {},
                  .goal = "(and (<= first new_b1) (<= new_b1 last) (<= first new_b2) (<= new_b2 last))",
                  .plant = {"one of the two may start later", "(and (<= first b2) (<= b2 last))", "(<= first b2)"},
                  .small = "(assert (= first 0))\n(assert (= last 4))\n"});
}

Lemma keeps_rank_free() {
    return lemma({.name = "order_keeps_one_op_a_rank_other",
                  .statement = "an op of a class that is not exchanged overlaps neither of the two after the exchange",
                  .logic = "QF_LIA",
                  .given = given(std::string(apart) + R"((declare-const d Int)
(declare-const x Int)
(declare-const e Int)
(assert (and (>= d 1) (>= e 1)))
(assert (apart x e b1 d))
(assert (apart x e b2 d))
(assert (apart b1 d b2 d))
)"),
                  .facts = {},
                  .goal = "(and (apart x e new_b1 d) (apart x e new_b2 d) (apart new_b1 d new_b2 d))",
                  .plant = {"the exchange shifts one op", "(define-fun new_b1 () Int (earlier b1 b2))",
                            "(define-fun new_b1 () Int (+ 1 (earlier b1 b2)))"},
                  .small = "(assert (= d 2))\n(assert (= e 1))\n"});
}

Lemma keeps_rank_free_both() {
    return lemma({.name = "order_keeps_one_op_a_rank_both",
                  .statement = "two classes of one rank, exchanged both, do not overlap after the exchange",
                  .logic = "QF_LIA",
                  .given = given(std::string(apart) + R"((declare-const d Int)
(declare-const e Int)
(assert (and (>= d 1) (>= e 1)))
(assert (and (apart a1 e b1 d) (apart a1 e b2 d)))
(assert (and (apart a2 e b1 d) (apart a2 e b2 d)))
)"),
                  .facts = {},
                  .goal = "(and (apart new_a1 e new_b1 d) (apart new_a1 e new_b2 d) (apart new_a2 e new_b1 d) "
                          "(apart new_a2 e new_b2 d))",
                  .plant = {"the second microbatches may overlap", "(and (apart a2 e b1 d) (apart a2 e b2 d))",
                            "(apart a2 e b1 d)"},
                  .small = "(assert (= d 2))\n(assert (= e 1))\n"});
}

Lemma keeps_cap() {
    return lemma(
        {.name = "order_keeps_cap",
         .statement = "as many ops of the class have started by any tick as before, which is all a cap looks at",
         .logic = "QF_LIA",
         .given = given(R"((declare-const t Int)
(define-fun started ((x Int)) Int (ite (<= x t) 1 0))
)"),
         .facts = {},
         .goal = "(= (+ (started new_b1) (started new_b2)) (+ (started b1) (started b2)))",
         .plant = {"both take the earlier tick", "(define-fun new_b2 () Int (later b1 b2))",
                   "(define-fun new_b2 () Int (earlier b1 b2))"},
         .small = "(assert (= b1 2))\n(assert (= b2 0))\n"});
}

Lemma sorts() {
    return lemma({.name = "order_sorts_two",
                  .statement = "after the exchange the two are in order, and their starts the class's duration apart",
                  .logic = "QF_LIA",
                  .given = given(std::string(apart) + R"((declare-const d Int)
(assert (>= d 1))
(assert (apart b1 d b2 d))
)"),
                  .facts = {},
                  .goal = "(<= (+ new_b1 d) new_b2)",
                  .plant = {"the two may overlap", "(assert (apart b1 d b2 d))", "(assert (not (= b1 b2)))"},
                  .small = "(assert (= d 2))\n(assert (= b2 0))\n"});
}

// The sum of microbatch * start over all ops grows with every exchange that does something, and is bounded.
Lemma ends() {
    return lemma({.name = "order_exchanges_end",
                  .statement = "an exchange of two out of order makes the sum of microbatch * start grow",
                  .logic = "QF_NIA",
                  .given = given(R"((declare-const m Int)
(assert (>= m 0))
(assert (> b1 b2))
)"),
                  .facts = {},
                  .goal = "(> (+ (* m new_b1) (* (+ m 1) new_b2)) (+ (* m b1) (* (+ m 1) b2)))",
                  .plant = {"the two may be in order", "(> b1 b2)", "(>= b2 b1)"},
                  .small = "(assert (= m 1))\n"});
}

Lemma bounded() {
    return lemma({.name = "order_exchanges_bounded",
                  .statement = "no term of that sum exceeds M*T",
                  .logic = "QF_NIA",
                  .given = R"((declare-const M Int)
(declare-const T Int)
(declare-const m Int)
(declare-const b Int)
(assert (and (<= 0 m) (< m M)))
(assert (and (<= 0 b) (< b T)))
)",
                  .facts = {product("(- M m)", "b"), product("M", "(- T b)")},
                  .goal = "(<= (* m b) (* M T))",
                  .plant = {"an op may start after the end", "(and (<= 0 b) (< b T))", "(<= 0 b)"},
                  .small = "(assert (= M 3))\n(assert (= T 2))\n(assert (= m 2))\n"});
}

Lemma neighbours_sorted() {
    return lemma({.name = "order_neighbours_suffice",
                  .statement = "if no two neighbours are out of order, no two are: from i .. j to i .. j+1",
                  .logic = "QF_LIA",
                  .given = R"((declare-const start_i Int)
(declare-const start_j Int)
(declare-const start_next Int)
(assert (<= start_i start_j))
(assert (<= start_j start_next))
)",
                  .facts = {},
                  .goal = "(<= start_i start_next)",
                  .plant = {"the neighbours are out of order", "(<= start_j start_next)", "(>= start_j start_next)"},
                  .small = "(assert (= start_i 2))\n"});
}

}  // namespace

std::vector<Lemma> order_lemmas() {
    return {keeps_lags(), keeps_start(), keeps_rank_free(), keeps_rank_free_both(), keeps_cap(),
            sorts(),      ends(),        bounded(),         neighbours_sorted()};
}

}  // namespace tickproof::theorems

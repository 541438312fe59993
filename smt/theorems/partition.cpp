// Theorem 1: the deal of layers to stages and of a batch to microbatches, as planner/partition.cpp and
// planner/microbatch_split.cpp do it. Both loops are the same, so the same texts are built for both, under the names of
// each. The loops add sizes up; `start` is the closed form of that sum, which lemmas begin, step and end establish.
#include <array>

#include <fmt/format.h>

#include "smt/theorems/claim.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

struct Deal {
    std::string_view name;
    std::string_view things;
    std::string_view parts;
};

constexpr std::array deals{Deal{"layers", "n_layer", "stages"}, Deal{"microbatches", "total_items", "microbatches"}};

std::string given(const Deal& deal, std::string_view more) {
    return fmt::format(R"((declare-const {0} Int)
(declare-const {1} Int)
(declare-const base Int)
(declare-const remainder Int)
(assert (>= {1} 1))
(assert (>= {0} {1}))
; division: base = {0} / {1}, remainder = {0} % {1}
(assert (= {0} (+ (* base {1}) remainder)))
(assert (<= 0 remainder))
(assert (< remainder {1}))
(define-fun size ((i Int)) Int (+ base (ite (< i remainder) 1 0)))
(define-fun start ((i Int)) Int (+ (* i base) (ite (< i remainder) i remainder)))
)",
                       deal.things, deal.parts) +
           std::string(more);
}

constexpr std::string_view part = R"((declare-const i Int)
(assert (<= 0 i))
(assert (< i {}))
)";
constexpr std::string_view two_parts = R"((declare-const i Int)
(declare-const j Int)
(assert (<= 0 i))
(assert (< i j))
(assert (< j {}))
)";
constexpr std::string_view base_is_positive = "(assert (>= base 1)) ; lemma none_empty\n";

std::string in(const Deal& deal, std::string_view text) { return fmt::format(fmt::runtime(text), deal.parts); }

Lemma none_empty(const Deal& deal) {
    return lemma({.name = fmt::format("{}_none_empty", deal.name),
                  .statement = "no part is empty",
                  .logic = "QF_NIA",
                  .given = given(deal, in(deal, part)),
                  .facts = {product("(- base)", deal.parts)},
                  .goal = "(and (>= base 1) (>= (size i) 1))",
                  .plant = {"there may be fewer things than parts", fmt::format("(>= {} {})", deal.things, deal.parts),
                            fmt::format("(>= {} 1)", deal.things)},
                  .small = fmt::format("(assert (= {} 2))\n", deal.parts)});
}

Lemma sizes(const Deal& deal) {
    return lemma(
        {.name = fmt::format("{}_sizes", deal.name),
         .statement = "a later part is no larger than an earlier one, and at most one smaller",
         .logic = "QF_NIA",
         .given = given(deal, in(deal, two_parts)),
         .facts = {},
         .goal = "(and (<= (size j) (size i)) (<= (size i) (+ (size j) 1)))",
         .plant = {"the later parts get the remainder", "(ite (< i remainder) 1 0)", "(ite (< i remainder) 0 1)"},
         .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

Lemma begin(const Deal& deal) {
    return lemma(
        {.name = fmt::format("{}_begin", deal.name),
         .statement = "the first part starts with the first thing",
         .logic = "QF_NIA",
         .given = given(deal, ""),
         .facts = {},
         .goal = "(= (start 0) 0)",
         .plant = {"the first part starts after the remainder", "(ite (< i remainder) i remainder)", "remainder"},
         .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

Lemma step(const Deal& deal) {
    return lemma(
        {.name = fmt::format("{}_step", deal.name),
         .statement = "the next part starts where a part ends",
         .logic = "QF_NIA",
         .given = given(deal, in(deal, part)),
         .facts = {},
         .goal = "(= (+ (start i) (size i)) (start (+ i 1)))",
         .plant = {"one part too many is a thing larger", "(ite (< i remainder) 1 0)", "(ite (<= i remainder) 1 0)"},
         .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

Lemma end(const Deal& deal) {
    return lemma({.name = fmt::format("{}_end", deal.name),
                  .statement = "the last part ends with the last thing",
                  .logic = "QF_NIA",
                  .given = given(deal, ""),
                  .facts = {},
                  .goal = fmt::format("(= (start {}) {})", deal.parts, deal.things),
                  .plant = {"the remainder is not dealt out", "(ite (< i remainder) i remainder)", "0"},
                  .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

Lemma disjoint(const Deal& deal) {
    return lemma({.name = fmt::format("{}_disjoint", deal.name),
                  .statement = "a part ends before a later one starts",
                  .logic = "QF_NIA",
                  .given = given(deal, in(deal, two_parts) + std::string(base_is_positive)),
                  .facts = {product("(- j i 1)", "base")},
                  .goal = "(<= (+ (start i) (size i)) (start j))",
                  .plant = {"a part may be compared with itself", "(< i j)", "(<= i j)"},
                  .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

Lemma cover(const Deal& deal) {
    return lemma(
        {.name = fmt::format("{}_cover", deal.name),
         .statement = "if the first i parts hold everything before part i, then the first i+1 everything before "
                      "part i+1",
         .logic = "QF_NIA",
         .given = given(deal, in(deal, part) + R"((declare-const x Int)
(declare-const held_before Bool) ; x is in one of the first i parts
(assert (<= 0 x))
(assert (=> (< x (start i)) held_before))
(assert (= (+ (start i) (size i)) (start (+ i 1)))) ; lemma step
)"),
         .facts = {},
         .goal = "(=> (< x (start (+ i 1))) (or held_before (and (<= (start i) x) (< x (+ (start i) (size i))))))",
         .plant = {"the last thing of a part is left out", "(< x (+ (start i) (size i)))",
                   "(< (+ x 1) (+ (start i) (size i)))"},
         .small = fmt::format("(assert (= {} 2))\n(assert (= base 1))\n", deal.parts)});
}

constexpr std::string_view stage = R"((declare-const S Int)
(declare-const V Int)
(declare-const rank Int)
(declare-const chunk Int)
(assert (>= S 1))
(assert (>= V 1))
; stage = chunk * S + rank: rank = stage % S, chunk = stage / S
(assert (<= 0 rank))
(assert (< rank S))
(assert (<= 0 (+ (* chunk S) rank)))
(assert (< (+ (* chunk S) rank) (* V S)))
)";

Lemma stage_has_place() {
    return lemma(
        {.name = "layers_stage_has_place",
         .statement = "each of the V*S stages is chunk 0 .. V-1 of its rank",
         .logic = "QF_NIA",
         .given = std::string(stage),
         .facts = {product("(- (- 1) chunk)", "S"), product("(- chunk V)", "S")},
         .goal = "(and (<= 0 chunk) (< chunk V))",
         .plant = {"there is one stage more", "(< (+ (* chunk S) rank) (* V S))", "(<= (+ (* chunk S) rank) (* V S))"},
         .small = "(assert (= S 2))\n(assert (= V 2))\n"});
}

Lemma place_has_stage() {
    return lemma({.name = "layers_place_has_one_stage",
                  .statement = "no two stages are the same chunk of the same rank, and none is on two ranks",
                  .logic = "QF_NIA",
                  .given = std::string(stage) + R"((declare-const rank2 Int)
(declare-const chunk2 Int)
(assert (<= 0 rank2))
(assert (< rank2 S))
)",
                  .facts = {product("(- chunk chunk2 1)", "S"), product("(- chunk2 chunk 1)", "S")},
                  .goal = "(= (= (+ (* chunk S) rank) (+ (* chunk2 S) rank2)) (and (= chunk chunk2) (= rank rank2)))",
                  .plant = {"there may be one rank too many", "(< rank2 S)", "(<= rank2 S)"},
                  .small = "(assert (= S 2))\n(assert (= V 2))\n"});
}

}  // namespace

std::vector<Lemma> partition_lemmas() {
    std::vector<Lemma> lemmas;
    for (const Deal& deal : deals) {
        for (const auto& build : {none_empty, sizes, begin, step, end, disjoint, cover}) lemmas.push_back(build(deal));
    }
    lemmas.push_back(stage_has_place());
    lemmas.push_back(place_has_stage());
    return lemmas;
}

}  // namespace tickproof::theorems

// Theorem 6, slots: the schedule of planner/optimal_planner, whose text says how slots and groups are defined.
//
// slot(group, chunk, offset) = group*V*S + chunk*size + offset, where size is S for a group before the last and S +
// rest for the last, and rank r runs slot n at tick r + n. The planner goes from slot to op by divisions, so the lemmas
// go both ways: every slot is one op, and the op's slot is that slot. Two choices keep the solvers fast. The case
// "group before the last or the last" is split by hand, as an if-then-else inside a product is slow; and the
// slots of a group, V*S, have a name of their own, so that no product has three factors.
#include <string_view>

#include "smt/theorems/claim.h"
#include "smt/theorems/construction_sizes.h"
#include "smt/theorems/lemmas.h"

namespace tickproof::theorems {
namespace {

// What the planner computes from slot n, in a group before the last and in the last.
constexpr std::string_view planner_earlier = R"((declare-const n Int)
(declare-const group Int)
(declare-const offset_in_group Int)
(declare-const chunk Int)
(declare-const offset Int)
; divisions: group = n / (V*S), chunk = offset_in_group / S, offset = offset_in_group % S
(assert (= n (+ (* group group_slots) offset_in_group)))
(assert (and (<= 0 offset_in_group) (< offset_in_group group_slots)))
(assert (< group last))
(assert (= offset_in_group (+ (* chunk S) offset)))
(assert (and (<= 0 offset) (< offset S)))
(define-fun microbatch () Int (+ (* group S) offset))
)";
constexpr std::string_view planner_last = R"((declare-const n Int)
(declare-const quotient Int)
(declare-const remainder Int)
(declare-const chunk Int)
(declare-const offset Int)
; divisions: quotient = n / (V*S), not below last, so that the group is the last; chunk and offset by S + rest
(assert (= n (+ (* quotient group_slots) remainder)))
(assert (and (<= 0 remainder) (< remainder group_slots)))
(assert (>= quotient last))
(assert (= (- n (* last group_slots)) (+ (* chunk (+ S rest)) offset)))
(assert (and (<= 0 offset) (< offset (+ S rest))))
(define-fun microbatch () Int (+ (* last S) offset))
)";

Lemma product_not_negative() {
    return lemma({.name = "product_not_negative",
                  .statement = "the product of two terms that are not negative is not negative",
                  .logic = "QF_NIA",
                  .given = "(declare-const x Int)\n(declare-const y Int)\n(assert (>= x 0))\n(assert (>= y 0))\n",
                  .facts = {},
                  .goal = "(>= (* x y) 0)",
                  .plant = {"one of the two may be negative", "(>= x 0)", "(>= x (- 1))"},
                  .small = "(assert (= y 1))\n"});
}

Lemma a_group() {
    return lemma({.name = "optimal_a_group",
                  .statement = "there is at least one group, so its last has a number",
                  .logic = "QF_NIA",
                  .given = with_sizes(R"((declare-const last Int)
(declare-const rest Int)
(assert (= N (+ (* last S) S rest)))
(assert (and (<= 0 rest) (< rest S)))
)"),
                  .facts = {product("(- (- 1) last)", "S")},
                  .goal = "(>= last 0)",
                  .plant = {"no idle slots for missing microbatches", "(ite (>= M S) M S)", "M"},
                  .small = "(assert (= S 3))\n(assert (= V 2))\n"});
}

Lemma group_slots() {
    return lemma({.name = "optimal_group_slots",
                  .statement = "a group has at least a slot a chunk",
                  .logic = "QF_NIA",
                  .given = with_sizes(""),
                  .facts = {product("V", "(- S 1)")},
                  .goal = "(>= (* V S) V)",
                  .plant = {"no ranks", "(>= S 1)", "(>= S 0)"},
                  .small = "(assert (= V 2))\n(assert (= M 5))\n"});
}

Lemma all_slots() {
    return lemma({.name = "optimal_all_slots",
                  .statement = "the V*N slots are those of the groups before the last, and V*(S + rest)",
                  .logic = "QF_NIA",
                  .given = with_groups(""),
                  .facts = {},
                  .goal = "(= (* V N) (+ (* last group_slots) (* V (+ S rest))))",
                  .plant = {"the last group has no remainder", "(* V (+ S rest))", "(* V S)"},
                  .small = std::string(small)});
}

constexpr std::string_view is_slot = R"((assert (and (<= 0 n) (< n (* V N))))
(assert (= (* V N) (+ (* last group_slots) (* V (+ S rest))))) ; lemma optimal_all_slots
)";

Lemma earlier_slot_is_op() {
    return lemma(
        {.name = "optimal_slot_is_op_earlier",
         .statement = "a slot of a group before the last is an op of a chunk 0 .. V-1 and a microbatch 0 .. N-1",
         .logic = "QF_NIA",
         .given = with_groups(std::string(planner_earlier) + std::string(is_slot)),
         .facts = {product("(- (- 1) group)", "group_slots"), product("group", "S"), product("(- (- 1) chunk)", "S"),
                   product("(- chunk V)", "S"), product("(- last 1 group)", "S")},
         .goal = "(and (<= 0 group) (<= 0 chunk) (< chunk V) (<= 0 microbatch) (< microbatch N))",
         .plant = {"the offset may be one too large", "(and (<= 0 offset) (< offset S))",
                   "(and (<= 0 offset) (<= offset S))"},
         .small = "(assert (= S 2))\n(assert (= V 2))\n(assert (= M 4))\n"});
}

Lemma last_slot_is_op() {
    return lemma({.name = "optimal_slot_is_op_last",
                  .statement = "a slot of the last group is an op of a chunk 0 .. V-1 and a microbatch 0 .. N-1",
                  .logic = "QF_NIA",
                  .given = with_groups(std::string(planner_last) + std::string(is_slot)),
                  .facts = {product("(- quotient last)", "group_slots"), product("last", "S"),
                            product("(- (- 1) chunk)", "(+ S rest)"), product("(- chunk V)", "(+ S rest)")},
                  .goal = "(and (<= 0 chunk) (< chunk V) (<= 0 microbatch) (< microbatch N))",
                  .plant = {"one slot too many", "(< n (* V N))", "(<= n (* V N))"},
                  .small = std::string(small)});
}

// Each op (chunk, microbatch) has a group and an offset there, and so a slot.
Lemma earlier_op_in_group() {
    return lemma({.name = "optimal_op_in_group_earlier",
                  .statement = "a microbatch whose m / S is below the last group is one of S in group m / S",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const m Int)
(declare-const quotient Int)
(declare-const remainder Int)
(assert (and (<= 0 m) (< m N)))
(assert (= m (+ (* quotient S) remainder)))
(assert (and (<= 0 remainder) (< remainder S)))
(assert (< quotient last))
(define-fun offset () Int (- m (* quotient S)))
)"),
                  .facts = {product("(- (- 1) quotient)", "S")},
                  .goal = "(and (<= 0 quotient) (<= 0 offset) (< offset S))",
                  .plant = {"one microbatch before the first", "(<= 0 m)", "(<= (- 1) m)"},
                  .small = std::string(small)});
}

Lemma last_op_in_group() {
    return lemma({.name = "optimal_op_in_group_last",
                  .statement = "every other microbatch is one of S + rest in the last group",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const m Int)
(declare-const quotient Int)
(declare-const remainder Int)
(assert (and (<= 0 m) (< m N)))
(assert (= m (+ (* quotient S) remainder)))
(assert (and (<= 0 remainder) (< remainder S)))
(assert (>= quotient last))
(define-fun offset () Int (- m (* last S)))
)"),
                  .facts = {product("(- quotient last)", "S")},
                  .goal = "(and (<= 0 offset) (< offset (+ S rest)))",
                  .plant = {"one microbatch too many", "(< m N)", "(<= m N)"},
                  .small = std::string(small)});
}

// The op (chunk2, offset2) of a group, its slot n, and what the planner reads from n.
Lemma earlier_round_trip() {
    return lemma(
        {.name = "optimal_round_trip_earlier",
         .statement = "what the planner reads from the slot of an op of a group before the last is that op",
         .logic = "QF_NIA",
         .given = with_groups(R"((declare-const n Int)
(declare-const group Int)
(declare-const chunk Int)
(declare-const offset Int)
(assert (and (<= 0 group) (< group last)))
(assert (and (<= 0 chunk) (< chunk V)))
(assert (and (<= 0 offset) (< offset S)))
(assert (= n (+ (* group group_slots) (* chunk S) offset)))
; divisions: read_group = n / (V*S), read_chunk and read_offset of the rest by S
(declare-const read_group Int)
(declare-const in_group Int)
(declare-const read_chunk Int)
(declare-const read_offset Int)
(assert (= n (+ (* read_group group_slots) in_group)))
(assert (and (<= 0 in_group) (< in_group group_slots)))
(assert (= in_group (+ (* read_chunk S) read_offset)))
(assert (and (<= 0 read_offset) (< read_offset S)))
)"),
         .facts = {product("chunk", "S"), product("(- V 1 chunk)", "S"),
                   product("(- group read_group 1)", "group_slots"), product("(- read_group group 1)", "group_slots"),
                   product("(- chunk read_chunk 1)", "S"), product("(- read_chunk chunk 1)", "S")},
         .goal = "(and (= read_group group) (= read_chunk chunk) (= read_offset offset))",
         .plant = {"chunks are one slot short", "(+ (* group group_slots) (* chunk S) offset)",
                   "(+ (* group group_slots) (* chunk (- S 1)) offset)"},
         .small = "(assert (= S 2))\n(assert (= V 2))\n(assert (= M 5))\n(assert (= chunk 1))\n"});
}

Lemma last_round_trip() {
    return lemma(
        {.name = "optimal_round_trip_last",
         .statement = "what the planner reads from the slot of an op of the last group is that op",
         .logic = "QF_NIA",
         .given = with_groups(R"((declare-const n Int)
(declare-const chunk Int)
(declare-const offset Int)
(assert (and (<= 0 chunk) (< chunk V)))
(assert (and (<= 0 offset) (< offset (+ S rest))))
(assert (= n (+ (* last group_slots) (* chunk (+ S rest)) offset)))
; divisions: quotient = n / (V*S), read_chunk and read_offset by S + rest
(declare-const quotient Int)
(declare-const remainder Int)
(declare-const read_chunk Int)
(declare-const read_offset Int)
(assert (= n (+ (* quotient group_slots) remainder)))
(assert (and (<= 0 remainder) (< remainder group_slots)))
(assert (= (- n (* last group_slots)) (+ (* read_chunk (+ S rest)) read_offset)))
(assert (and (<= 0 read_offset) (< read_offset (+ S rest))))
)"),
         .facts = {product("chunk", "(+ S rest)"), product("(- last quotient 1)", "group_slots"),
                   product("(- chunk read_chunk 1)", "(+ S rest)"), product("(- read_chunk chunk 1)", "(+ S rest)")},
         .goal = "(and (>= quotient last) (= read_chunk chunk) (= read_offset offset))",
         .plant = {"chunks are S slots, not S + rest", "(+ (* last group_slots) (* chunk (+ S rest)) offset)",
                   "(+ (* last group_slots) (* chunk S) offset)"},
         .small = "(assert (= S 2))\n(assert (= V 2))\n(assert (= M 5))\n(assert (= chunk 1))\n"});
}

// So that slots end before V*N; half_ends_many takes it from here.
Lemma earlier_slot_in_range() {
    return lemma({.name = "optimal_slot_in_range_earlier",
                  .statement = "the slot of an op of a group before the last is one of 0 .. V*N-1",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const group Int)
(declare-const chunk Int)
(declare-const offset Int)
(assert (and (<= 0 group) (< group last)))
(assert (and (<= 0 chunk) (< chunk V)))
(assert (and (<= 0 offset) (< offset S)))
(assert (= (* V N) (+ (* last group_slots) (* V (+ S rest))))) ; lemma optimal_all_slots
(define-fun slot () Int (+ (* group group_slots) (* chunk S) offset))
)"),
                  .facts = {product("group", "group_slots"), product("chunk", "S"), product("(- V 1 chunk)", "S"),
                            product("(- last 1 group)", "group_slots"), product("V", "(+ S rest)")},
                  .goal = "(and (<= 0 slot) (< slot (* V N)))",
                  .plant = {"a chunk may be any", "(assert (and (<= 0 chunk) (< chunk V)))", "(assert (<= 0 chunk))"},
                  .small = std::string(small)});
}

Lemma last_slot_in_range() {
    return lemma({.name = "optimal_slot_in_range_last",
                  .statement = "the slot of an op of the last group is one of 0 .. V*N-1",
                  .logic = "QF_NIA",
                  .given = with_groups(R"((declare-const chunk Int)
(declare-const offset Int)
(assert (and (<= 0 chunk) (< chunk V)))
(assert (and (<= 0 offset) (< offset (+ S rest))))
(assert (= (* V N) (+ (* last group_slots) (* V (+ S rest))))) ; lemma optimal_all_slots
(define-fun slot () Int (+ (* last group_slots) (* chunk (+ S rest)) offset))
)"),
                  .facts = {product("last", "group_slots"), product("chunk", "(+ S rest)"),
                            product("(- V 1 chunk)", "(+ S rest)")},
                  .goal = "(and (<= 0 slot) (< slot (* V N)))",
                  .plant = {"an offset may be the group's size", "(< offset (+ S rest))", "(<= offset (+ S rest))"},
                  .small = std::string(small)});
}

}  // namespace

std::vector<Lemma> construction_slot_lemmas() {
    return {product_not_negative(), a_group(),         group_slots(),           all_slots(),
            earlier_slot_is_op(),   last_slot_is_op(), earlier_op_in_group(),   last_op_in_group(),
            earlier_round_trip(),   last_round_trip(), earlier_slot_in_range(), last_slot_in_range()};
}

}  // namespace tickproof::theorems

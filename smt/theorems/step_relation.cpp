#include "smt/theorems/step_relation.h"

#include <string_view>

namespace tickproof::theorems {
namespace {

constexpr std::string_view readiness = R"((declare-const K Int) ; stages
(declare-const M Int) ; microbatches
(declare-fun rank (Int) Int) ; of a stage
(declare-fun done (Int) Int) ; of a position: microbatches that finished it before this tick
(define-fun on_chain ((p Int)) Bool (and (<= 0 p) (< p (* 2 K))))
(define-fun stage ((p Int)) Int (ite (< p K) p (- (* 2 K) 1 p)))
(define-fun before ((p Int)) Int (ite (= p 0) M (done (- p 1))))
; F needs the stage before, B the stage after and its own F
(define-fun ready ((p Int)) Bool (and (< (done p) (before p)) (=> (>= p K) (< (done p) (done (stage p))))))
)";

constexpr std::string_view forward_first = "(define-fun preferred ((p Int)) Bool (< p K)) ; gpipe: F\n";
constexpr std::string_view backward_first = "(define-fun preferred ((p Int)) Bool (>= p K)) ; interleaved_1f1b: B\n";

constexpr std::string_view choice = R"(; the preferred kind, then the lowest microbatch, then the position
(define-fun first ((p Int) (q Int)) Bool (ite (= (preferred p) (preferred q))
  (or (< (done p) (done q)) (and (= (done p) (done q)) (< p q))) (preferred p)))
(define-fun yields ((q Int) (p Int)) Bool
  (=> (and (= (rank (stage q)) (rank (stage p))) (not (= q p)) (ready q)) (first p q)))
(define-fun runs ((p Int)) Bool
  (and (on_chain p) (ready p) (forall ((q Int)) (=> (on_chain q) (yields q p)))))
)";

}  // namespace

std::string step_relation(ScheduleKind schedule) {
    const std::string_view preference = schedule == ScheduleKind::gpipe ? forward_first : backward_first;
    return std::string(readiness) + std::string(preference) + std::string(choice);
}

}  // namespace tickproof::theorems

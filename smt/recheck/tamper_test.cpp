// Certificates of every kind, and what somebody may do to them: each row makes one false, and none may be established.
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/certificate/certificate_json.h"
#include "smt/certificate/proof_file.h"
#include "smt/recheck/dimacs.h"
#include "smt/recheck/proof_check.h"
#include "smt/recheck/recheck_test_data.h"
#include "smt/recheck/refutation_test_data.h"

namespace tickproof::recheck {
namespace {

using certificate::Construction;
using certificate::InFlightBound;
using certificate::LoadBound;
using certificate::Refutation;
using certificate::StateCounts;
using testing::StartsWith;

// As a file and back, as a user's certificate goes.
std::string verdict_on(const Certificate& certificate) {
    auto file = certificate::read_certificate(certificate::write_certificate(certificate, "x.drat"));
    if (!file) return "not established: " + file.error().message;
    if (!file->proof_file) return in_words(recheck(file->certificate));
    const std::string proof = std::get<Refutation>(certificate.lower_evidence).proof;
    const auto whole = certificate::attach_proof(*std::move(file), proof);
    return whole ? in_words(recheck(*whole)) : "not established: " + whole.error();
}

Certificate by_bound() {
    Certificate certificate{.problem = unit_problem(4, 2, 6), .lower = 30, .upper = 30};
    certificate.lower_evidence = LoadBound{.rank = 3, .chunks = 2, .head = 3, .tail = 3, .load = 24};
    certificate.upper_evidence = Construction{};
    return certificate;
}

Certificate by_schedule() {
    Certificate certificate = by_bound();
    certificate.upper_evidence = optimal_schedule(certificate.problem);
    return certificate;
}

// One microbatch after the other, as far as rank 1 is concerned.
Certificate by_in_flight() {
    Certificate certificate{.problem = unit_problem(2, 1, 8, 1), .lower = 18, .upper = 32};
    certificate.lower_evidence = InFlightBound{.rank = 1, .stage = 1, .head = 1, .tail = 1, .held = 16};
    certificate.upper_evidence = serial_schedule(certificate.problem);
    return certificate;
}

Certificate one_after_another() {
    Certificate certificate{.problem = unit_problem(2, 1, 3, 1), .lower = 12, .upper = 12};
    certificate.upper_evidence = serial_schedule(certificate.problem);
    return certificate;
}

Certificate by_search() {
    Certificate certificate = one_after_another();
    certificate.lower_evidence = StateCounts{.horizon = 11, .states = {1, 2, 3, 4, 5, 6, 6, 3, 0}};
    return certificate;
}

Refutation refutation_at(const Problem& problem, std::uint64_t horizon, std::string proof) {
    return {horizon, dimacs_hash(formula_at(problem, horizon)), std::move(proof)};
}

Certificate by_refutation() {
    static const std::string proof = ProofByCases(formula_at(one_after_another().problem, 11)).proof();
    Certificate certificate = one_after_another();
    certificate.lower_evidence = refutation_at(certificate.problem, 11, proof);
    return certificate;
}

LoadBound& load(Certificate& of) { return std::get<LoadBound>(of.lower_evidence); }
InFlightBound& held(Certificate& of) { return std::get<InFlightBound>(of.lower_evidence); }
StateCounts& counts(Certificate& of) { return std::get<StateCounts>(of.lower_evidence); }
Refutation& refuted(Certificate& of) { return std::get<Refutation>(of.lower_evidence); }
Schedule& ops(Certificate& of) { return std::get<Schedule>(of.upper_evidence); }

struct Row {
    const char* what;
    Certificate (*whole)();
    std::function<void(Certificate&)> tamper;
};

const std::vector<Row>& figures() {
    static const std::vector<Row> rows{
        {"lower down", by_bound, [](Certificate& c) { --c.lower; }},
        {"lower up", by_bound, [](Certificate& c) { ++c.lower; }},
        {"lower and upper up", by_bound, [](Certificate& c) { ++c.lower, ++c.upper; }},
        {"lower and upper down", by_bound, [](Certificate& c) { --c.lower, --c.upper; }},
        {"upper down", by_bound, [](Certificate& c) { --c.upper; }},
        {"upper up", by_bound, [](Certificate& c) { ++c.upper; }},
        {"lower zero", by_bound, [](Certificate& c) { c.lower = 0; }},
        {"all figures zero", by_bound,
         [](Certificate& c) {
             c.lower = c.upper = 0;
             load(c) = {};
         }},
        {"upper without end", by_bound, [](Certificate& c) { c.upper = ~std::uint64_t{0}; }},
        {"upper down, with a schedule", by_schedule, [](Certificate& c) { --c.upper; }},
        {"upper up, with a schedule", by_schedule, [](Certificate& c) { ++c.upper; }},
        {"lower above upper", by_in_flight, [](Certificate& c) { c.upper = 17; }},
        {"lower down, in flight", by_in_flight, [](Certificate& c) { --c.lower; }},
        {"lower up, in flight", by_in_flight, [](Certificate& c) { ++c.lower; }},
        {"lower down, search", by_search, [](Certificate& c) { --c.lower; }},
        {"lower down, refutation", by_refutation, [](Certificate& c) { --c.lower; }},
        {"lower up, refutation", by_refutation, [](Certificate& c) { ++c.lower, ++c.upper; }},
    };
    return rows;
}

const std::vector<Row>& problems() {
    static const std::vector<Row> rows{
        {"a stage more", by_bound, [](Certificate& c) { c.problem.placement = Placement::loop(++c.problem.ranks); }},
        {"a stage fewer", by_bound, [](Certificate& c) { c.problem.placement = Placement::loop(--c.problem.ranks); }},
        {"no stage", by_bound, [](Certificate& c) { c.problem.placement = Placement::loop(c.problem.ranks = 0); }},
        {"a chunk more", by_bound, [](Certificate& c) { ++c.problem.chunks; }},
        {"a chunk fewer", by_bound, [](Certificate& c) { --c.problem.chunks; }},
        {"a microbatch more", by_bound, [](Certificate& c) { ++c.problem.microbatches; }},
        {"a microbatch fewer", by_bound, [](Certificate& c) { --c.problem.microbatches; }},
        {"microbatches without end", by_bound, [](Certificate& c) { c.problem.microbatches = ~std::uint64_t{0}; }},
        {"a microbatch more than the schedule's", by_schedule, [](Certificate& c) { ++c.problem.microbatches; }},
        {"slower forwards", by_bound, [](Certificate& c) { c.problem.durations.forward = 2; }},
        {"slower backwards", by_bound, [](Certificate& c) { c.problem.durations.backward = 2; }},
        {"forwards in no time", by_bound, [](Certificate& c) { c.problem.durations.forward = 0; }},
        {"latency", by_bound, [](Certificate& c) { c.problem.hop_latency_ticks = 1; }},
        {"latency, with a schedule", by_schedule, [](Certificate& c) { c.problem.hop_latency_ticks = 1; }},
        {"a V instead of a loop", by_bound, [](Certificate& c) { c.problem.placement = Placement::v_shaped(4); }},
        {"a V, with a schedule", by_schedule, [](Certificate& c) { c.problem.placement = Placement::v_shaped(4); }},
        {"two stages changed places", by_schedule,
         [](Certificate& c) { c.problem.placement = Placement::listed({1, 0, 2, 3, 0, 1, 2, 3}); }},
        {"a list too short", by_schedule,
         [](Certificate& c) { c.problem.placement = Placement::listed({0, 1, 2, 3, 0, 1, 2}); }},
        {"a split backward", by_bound, [](Certificate& c) { c.problem.backward_form = BackwardForm::split; }},
        {"a split backward, with a schedule", by_schedule,
         [](Certificate& c) { c.problem.backward_form = BackwardForm::split; }},
        {"a cap with the construction", by_bound, [](Certificate& c) { c.problem.max_in_flight = 11; }},
        {"a cap below the schedule's peak", by_schedule, [](Certificate& c) { c.problem.max_in_flight = 7; }},
        {"a cap that leaves no schedule", by_bound, [](Certificate& c) { c.problem.max_in_flight = 1; }},
        {"cap up, in flight", by_in_flight, [](Certificate& c) { ++c.problem.max_in_flight.value(); }},
        {"no cap, in flight", by_in_flight, [](Certificate& c) { c.problem.max_in_flight.reset(); }},
        {"cap up, search", by_search, [](Certificate& c) { ++c.problem.max_in_flight.value(); }},
        {"cap up, refutation", by_refutation, [](Certificate& c) { ++c.problem.max_in_flight.value(); }},
        {"no cap, refutation", by_refutation, [](Certificate& c) { c.problem.max_in_flight.reset(); }},
    };
    return rows;
}

const std::vector<Row>& bounds() {
    static const std::vector<Row> rows{
        {"rank up", by_bound, [](Certificate& c) { ++load(c).rank; }},
        {"rank down", by_bound, [](Certificate& c) { --load(c).rank; }},
        {"chunks up", by_bound, [](Certificate& c) { ++load(c).chunks; }},
        {"chunks down", by_bound, [](Certificate& c) { --load(c).chunks; }},
        {"head up", by_bound, [](Certificate& c) { ++load(c).head; }},
        {"head down", by_bound, [](Certificate& c) { --load(c).head; }},
        {"tail up", by_bound, [](Certificate& c) { ++load(c).tail; }},
        {"tail down", by_bound, [](Certificate& c) { --load(c).tail; }},
        {"load up", by_bound, [](Certificate& c) { ++load(c).load; }},
        {"load down", by_bound, [](Certificate& c) { --load(c).load; }},
        {"head up, tail down", by_bound, [](Certificate& c) { ++load(c).head, --load(c).tail; }},
        {"head up, load down", by_bound, [](Certificate& c) { ++load(c).head, --load(c).load; }},
        {"load up, sum and all", by_bound, [](Certificate& c) { ++load(c).load, ++c.lower, ++c.upper; }},
        {"a head without end", by_bound, [](Certificate& c) { load(c) = {3, 0, ~std::uint64_t{0}, 31, 0}; }},
        {"held: rank down", by_in_flight, [](Certificate& c) { --held(c).rank; }},
        {"held: rank up", by_in_flight, [](Certificate& c) { ++held(c).rank; }},
        {"held: stage down", by_in_flight, [](Certificate& c) { --held(c).stage; }},
        {"held: stage up", by_in_flight, [](Certificate& c) { ++held(c).stage; }},
        {"held: head up", by_in_flight, [](Certificate& c) { ++held(c).head, ++c.lower; }},
        {"held: head down", by_in_flight, [](Certificate& c) { --held(c).head, --c.lower; }},
        {"held: tail up", by_in_flight, [](Certificate& c) { ++held(c).tail, ++c.lower; }},
        {"held: tail down", by_in_flight, [](Certificate& c) { --held(c).tail, --c.lower; }},
        {"held: held up", by_in_flight, [](Certificate& c) { ++held(c).held, ++c.lower; }},
        {"held: held down", by_in_flight, [](Certificate& c) { --held(c).held, --c.lower; }},
    };
    return rows;
}

const std::vector<Row>& schedules() {
    static const std::vector<Row> rows{
        {"an op earlier", by_schedule, [](Certificate& c) { --ops(c)[20].start_tick; }},
        {"an op later", by_schedule, [](Certificate& c) { ++ops(c)[20].start_tick; }},
        {"the last op later", by_schedule, [](Certificate& c) { ++ops(c).back().start_tick; }},
        {"an op at the end of time", by_schedule,
         [](Certificate& c) { c.upper = ops(c).back().start_tick = ~std::uint64_t{0}; }},
        {"an op dropped", by_schedule, [](Certificate& c) { ops(c).erase(ops(c).begin() + 7); }},
        {"the last op dropped", by_schedule, [](Certificate& c) { ops(c).pop_back(); }},
        {"an op twice", by_schedule, [](Certificate& c) { ops(c).push_back(ops(c).front()); }},
        {"an op in place of another", by_schedule, [](Certificate& c) { ops(c)[8] = ops(c)[7]; }},
        {"an op on the wrong rank", by_schedule, [](Certificate& c) { ops(c)[9].rank ^= 1U; }},
        {"an op on no rank", by_schedule, [](Certificate& c) { ops(c)[9].rank = 4; }},
        {"an op of another stage", by_schedule, [](Certificate& c) { ops(c)[9].stage ^= 1U; }},
        {"an op of no stage", by_schedule, [](Certificate& c) { ops(c)[9].stage = 8; }},
        {"an op of another microbatch", by_schedule, [](Certificate& c) { ops(c)[9].microbatch ^= 1U; }},
        {"an op of no microbatch", by_schedule, [](Certificate& c) { ops(c)[9].microbatch = 6; }},
        {"an op of another kind", by_schedule, [](Certificate& c) { ops(c)[9].kind = OpKind::backward; }},
        {"a half backward", by_schedule, [](Certificate& c) { ops(c).back().kind = OpKind::backward_input; }},
        {"two ops at each other's time", by_schedule,
         [](Certificate& c) { std::swap(ops(c).front().start_tick, ops(c).back().start_tick); }},
        {"no ops", by_schedule, [](Certificate& c) { ops(c).clear(); }},
        {"all a tick late", by_schedule,
         [](Certificate& c) {
             for (TimedOp& op : ops(c)) ++op.start_tick;
         }},
        {"another problem's schedule", by_schedule,
         [](Certificate& c) { c.upper_evidence = optimal_schedule(unit_problem(4, 2, 5)); }},
    };
    return rows;
}

const std::vector<Row>& searches() {
    static const std::vector<Row> rows{
        {"a state more", by_search, [](Certificate& c) { ++counts(c).states[2]; }},
        {"a state fewer", by_search, [](Certificate& c) { --counts(c).states[2]; }},
        {"no first state", by_search, [](Certificate& c) { --counts(c).states[0]; }},
        {"a layer dropped", by_search, [](Certificate& c) { counts(c).states.erase(counts(c).states.begin()); }},
        {"the last layer dropped", by_search, [](Certificate& c) { counts(c).states.pop_back(); }},
        {"a layer behind the last", by_search, [](Certificate& c) { counts(c).states.push_back(0); }},
        {"a last layer with a state", by_search, [](Certificate& c) { ++counts(c).states.back(); }},
        {"no layer", by_search, [](Certificate& c) { counts(c).states.clear(); }},
        {"an empty layer alone", by_search, [](Certificate& c) { counts(c).states = {0}; }},
        {"search: horizon down", by_search, [](Certificate& c) { --counts(c).horizon; }},
        {"search: horizon up", by_search, [](Certificate& c) { ++counts(c).horizon; }},
        {"search: horizon and lower down", by_search, [](Certificate& c) { --counts(c).horizon, --c.lower; }},
        {"search: horizon, lower and upper up", by_search,
         [](Certificate& c) { ++counts(c).horizon, ++c.lower, ++c.upper; }},
    };
    return rows;
}

const std::vector<Row>& refutations() {
    static const std::vector<Row> rows{
        {"refutation: horizon up", by_refutation, [](Certificate& c) { ++refuted(c).horizon; }},
        {"refutation: horizon down", by_refutation, [](Certificate& c) { --refuted(c).horizon; }},
        {"refutation: horizon zero", by_refutation, [](Certificate& c) { refuted(c).horizon = 0, c.lower = 1; }},
        {"another hash", by_refutation,
         [](Certificate& c) { refuted(c).formula_sha256[5] = refuted(c).formula_sha256[5] == '0' ? '1' : '0'; }},
        {"no hash", by_refutation, [](Certificate& c) { refuted(c).formula_sha256.clear(); }},
        {"no proof", by_refutation, [](Certificate& c) { refuted(c).proof.clear(); }},
        {"a proof cut in half", by_refutation,
         [](Certificate& c) { refuted(c).proof.resize(refuted(c).proof.size() / 2); }},
        {"a proof without its last byte", by_refutation, [](Certificate& c) { refuted(c).proof.pop_back(); }},
        {"a proof without its last step", by_refutation,
         [](Certificate& c) { refuted(c).proof.resize(refuted(c).proof.size() - 2); }},
        {"a proof's first byte flipped", by_refutation, [](Certificate& c) { refuted(c).proof[0] ^= 1; }},
        {"a proof's literal flipped", by_refutation, [](Certificate& c) { refuted(c).proof[1] ^= 1; }},
        {"a proof's last step made a deletion", by_refutation,
         [](Certificate& c) { refuted(c).proof[refuted(c).proof.size() - 2] = 'd'; }},
        {"nothing but the empty clause", by_refutation, [](Certificate& c) { refuted(c).proof = proof_step('a', {}); }},
        {"garbage for a proof", by_refutation, [](Certificate& c) { refuted(c).proof = "no proof at all"; }},
        {"a proof in text", by_refutation, [](Certificate& c) { refuted(c).proof = "1 0\n-1 0\n0\n"; }},
        {"the proof of a horizon that is too short", by_refutation,
         [](Certificate& c) { refuted(c).proof = ProofByCases(formula_at(c.problem, 9)).proof(); }},
        {"the formula of a horizon that is too short", by_refutation,
         [](Certificate& c) { refuted(c).formula_sha256 = dimacs_hash(formula_at(c.problem, 10)); }},
        {"a horizon that is long enough, with its formula", by_refutation,
         [](Certificate& c) {
             c.lower = c.upper = 13;
             c.lower_evidence = refutation_at(c.problem, 12, refuted(c).proof);
             ops(c).back().start_tick = 12;
         }},
        {"another cap's formula", by_refutation,
         [](Certificate& c) {
             c.problem.max_in_flight = 2;
             c.lower_evidence = refutation_at(c.problem, 11, refuted(c).proof);
         }},
        {"kinds swapped: a refutation of nothing", by_bound, [](Certificate& c) { c.lower_evidence = Refutation{}; }},
        {"kinds swapped: counts of nothing", by_bound, [](Certificate& c) { c.lower_evidence = StateCounts{29, {0}}; }},
        {"kinds swapped: in flight for load", by_bound,
         [](Certificate& c) { c.lower_evidence = InFlightBound{3, 3, 3, 3, 24}; }},
        {"kinds swapped: load for in flight", by_in_flight,
         [](Certificate& c) { c.lower_evidence = LoadBound{1, 1, 1, 1, 16}, c.problem.microbatches = 7; }},
        {"kinds swapped: the construction under a cap", by_in_flight,
         [](Certificate& c) { c.upper_evidence = Construction{}; }},
        {"kinds swapped: the construction under a cap, its length", by_in_flight,
         [](Certificate& c) { c.upper_evidence = Construction{}, c.upper = 18; }},
    };
    return rows;
}

TEST(Tamper, LeavesWholeCertificatesEstablished) {
    for (Certificate (*whole)() : {by_bound, by_schedule, by_in_flight, by_search, by_refutation}) {
        EXPECT_EQ(verdict_on(whole()), "established");
    }
}

TEST(Tamper, IsNeverEstablished) {
    std::size_t kinds = 0;
    for (const auto* rows : {&figures(), &problems(), &bounds(), &schedules(), &searches(), &refutations()}) {
        for (const Row& row : *rows) {
            Certificate certificate = row.whole();
            row.tamper(certificate);
            EXPECT_THAT(verdict_on(certificate), testing::Not("established")) << row.what;
            ++kinds;
        }
    }
    EXPECT_GE(kinds, 30U);
}

// Every bit of the proof, one at a time, and every length: whatever is made of it, it does not refute what has a model.
TEST(Tamper, RefutesNothingThatHasAModel) {
    const Formula satisfiable = formula_at(one_after_another().problem, 12);
    Certificate certificate = by_refutation();
    const std::string whole = refuted(certificate).proof;
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string proof = whole;
        proof[bit / 8] = static_cast<char>(proof[bit / 8] ^ (1 << (bit % 8)));
        Steps steps(1'000'000);
        ASSERT_THAT(in_words(check_proof(satisfiable, proof, steps)), StartsWith("not established")) << bit;
    }
}

}  // namespace
}  // namespace tickproof::recheck

#include "cli/certified.h"

#include <chrono>
#include <limits>

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

Problem capped_problem(std::uint64_t microbatches) {
    Problem problem;
    problem.ranks = 4;
    problem.chunks = 2;
    problem.microbatches = microbatches;
    problem.placement = Placement::loop(4);
    problem.max_in_flight = 4;
    return problem;
}

TEST(ProblemOf, TakesTheShapeAndTheSettings) {
    const PipelineConfig config{.n_layer = 6, .stage_count = 3, .virtual_stages_per_rank = 2, .microbatches = 5};
    ProblemSettings settings;
    settings.max_in_flight = 7;
    const Problem full = problem_of(config, settings);
    EXPECT_EQ(full.ranks, 3U);
    EXPECT_EQ(full.chunks, 2U);
    EXPECT_EQ(full.microbatches, 5U);
    EXPECT_EQ(full.placement, Placement::loop(3));
    EXPECT_EQ(full.max_in_flight, 7U);
    EXPECT_EQ(full.backward_form, BackwardForm::full);
    settings.halves_given = true;
    EXPECT_EQ(problem_of(config, settings).backward_form, BackwardForm::split);
}

TEST(CandidateSchedules, AreTheKnownOnesWhereNoClosedFormAnswers) {
    EXPECT_EQ(candidate_schedules(capped_problem(6)).size(), 3U);
    EXPECT_EQ(candidate_schedules(capped_problem(3)).size(), 2U) << "interleaved_1f1b needs M >= S";
    Problem plain = capped_problem(6);
    plain.max_in_flight.reset();
    EXPECT_TRUE(candidate_schedules(plain).empty());
    EXPECT_TRUE(candidate_schedules({}).empty());
    EXPECT_TRUE(candidate_schedules(capped_problem(std::uint64_t{1} << 40)).empty());
}

TEST(Certified, IsTheOptimum) {
    certify::Options options;
    options.candidates = candidate_schedules(capped_problem(6));
    const auto found = certified(capped_problem(6), options);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->certificate.lower, 42U);
    EXPECT_EQ(found->certificate.upper, 42U);
    EXPECT_EQ(found->undecided, "");
    EXPECT_EQ(word(found->certificate.lower_evidence), "search");
}

TEST(Certified, SaysWhyThereIsNone) {
    Problem infeasible = capped_problem(6);
    infeasible.max_in_flight = 1;
    EXPECT_EQ(certified(infeasible, {}).error().kind, Unsound::Kind::infeasible);
    EXPECT_EQ(certified({}, {}).error().kind, Unsound::Kind::malformed);
}

TEST(Certified, KeepsBoundsWhateverInterrupts) {
    certify::Options options;
    options.limits.interrupted = [] { return true; };
    const auto found = certified(capped_problem(6), options);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->undecided, "interrupted");
    EXPECT_LE(found->certificate.lower, 42U);
    EXPECT_GE(found->certificate.upper, 42U);
}

// How often certify asks depends on the states alone; the next to ask are the recheck's limits, and then the recheck.
TEST(Certified, FallsBackToBoundsWhenTheRecheckIsInterrupted) {
    std::uint64_t asked = 0;
    std::uint64_t heard = std::numeric_limits<std::uint64_t>::max();
    certify::Options options;
    options.limits.interrupted = [&] { return ++asked > heard; };
    const auto proven = certify::certify(capped_problem(12), options);
    ASSERT_TRUE(proven);
    ASSERT_EQ(proven->undecided, "");
    ASSERT_EQ(word(proven->certificate.lower_evidence), "search");
    heard = asked + 1;
    asked = 0;
    const auto found = certified(capped_problem(12), options);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->undecided, "interrupted (of the recheck)");
    EXPECT_EQ(word(found->certificate.lower_evidence), "bound");
    EXPECT_LT(found->certificate.lower, proven->certificate.lower);
    EXPECT_EQ(found->certificate.upper, proven->certificate.upper);
}

TEST(WhyNotEstablished, IsLoudWhereACertificateIsWrong) {
    certificate::Certificate certificate = certified(capped_problem(6), {})->certificate;
    const solver::ChildLimits limits{.time = {}, .memory_bytes = std::uint64_t{1} << 30, .interrupted = nullptr};
    EXPECT_EQ(why_not_established(certificate, limits), std::nullopt);
    certificate.lower = 43;
    EXPECT_THROW((void)why_not_established(certificate, limits), certify::Contradiction);
    certificate.lower = 41;
    EXPECT_THROW((void)why_not_established(certificate, limits), certify::Contradiction);
    const solver::ChildLimits no_time{std::chrono::milliseconds(0), std::uint64_t{1} << 30, nullptr};
    EXPECT_EQ(why_not_established(certified(capped_problem(12), {})->certificate, no_time), "time limit");
}

TEST(Word, NamesTheEvidence) {
    EXPECT_EQ(word(certificate::LoadBound{}), "bound");
    EXPECT_EQ(word(certificate::InFlightBound{}), "bound");
    EXPECT_EQ(word(certificate::Refutation{}), "refutation");
    EXPECT_EQ(word(certificate::StateCounts{}), "search");
}

}  // namespace
}  // namespace tickproof::cli

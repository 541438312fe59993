#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/recheck/chain.h"
#include "smt/recheck/recheck_test_data.h"

namespace tickproof::recheck {
namespace {

using certificate::Construction;
using certificate::InFlightBound;
using certificate::LoadBound;
using testing::HasSubstr;
using testing::StartsWith;

std::string verdict_on(const Certificate& certificate) { return in_words(recheck(certificate)); }

// Rank S-1, all its chunks: 2(VM + S - 1) ticks.
Certificate constructed(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    Certificate certificate{.problem = unit_problem(ranks, chunks, microbatches)};
    certificate.lower = certificate.upper = 2 * (chunks * microbatches + ranks - 1);
    certificate.lower_evidence = LoadBound{ranks - 1, chunks, ranks - 1, ranks - 1, 2 * chunks * microbatches};
    certificate.upper_evidence = Construction{};
    return certificate;
}

TEST(Bounds, EstablishTheClosedFormAtAnySize) {
    EXPECT_EQ(verdict_on(constructed(1, 1, 1)), "established");
    EXPECT_EQ(verdict_on(constructed(4, 2, 6)), "established");
    EXPECT_EQ(verdict_on(constructed(1024, 64, 100'000)), "established");
    EXPECT_EQ(verdict_on(constructed(1U << 20U, 1U << 10U, 1U << 27U)), "established");
    Certificate few = constructed(8, 4, 3);  // fewer microbatches than ranks: the last chunk alone
    few.lower = few.upper = 2 * (4 * 8 + 3 - 1);
    few.lower_evidence = LoadBound{7, 1, 31, 31, 6};
    EXPECT_EQ(verdict_on(few), "established");
}

TEST(Bounds, TakeAScheduleForTheUpper) {
    Certificate certificate = constructed(4, 2, 6);
    certificate.upper_evidence = optimal_schedule(certificate.problem);
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.upper = 200;
    EXPECT_THAT(verdict_on(certificate), HasSubstr("schedule: it takes 30 ticks, not 200"));
    certificate.upper_evidence = serial_schedule(certificate.problem);
    certificate.upper = makespan_of(certificate.problem, serial_schedule(certificate.problem));
    EXPECT_EQ(verdict_on(certificate), "established");  // a gap is a certificate too
}

TEST(Bounds, SayWhereTheConstructionIs) {
    Certificate certificate = constructed(4, 2, 6);
    certificate.problem.max_in_flight = 12;  // as many as a rank has forwards
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.problem.max_in_flight = 11;
    EXPECT_EQ(verdict_on(certificate),
              "not established: construction: there is one in unit time, without latency, with loop placement, with "
              "full backward, and with no cap or one of V*M at least");
}

TEST(Bounds, HoldHeadTailAndCapTogether) {
    // Cap 1, one chunk: each activation of stage 0 is held for the whole chain of 8 ticks.
    Certificate certificate{.problem = unit_problem(4, 1, 8, 1)};
    certificate.lower = certificate.upper = 64;
    certificate.lower_evidence = InFlightBound{0, 0, 0, 0, 64};
    certificate.upper_evidence = serial_schedule(certificate.problem);
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.problem.max_in_flight.reset();
    EXPECT_THAT(verdict_on(certificate), HasSubstr("the problem has no cap"));
}

TEST(Bounds, RoundTheHoldingTimeUp) {
    // S=2 V=1 M=3 cap 2, rank 0: 3 times 4 ticks in two places; rank 1: head 1, tail 1, 3 times 2 in two places.
    Certificate certificate{.problem = unit_problem(2, 1, 3, 2)};
    certificate.upper_evidence = serial_schedule(certificate.problem);
    certificate.upper = 12;
    certificate.lower = 6;
    certificate.lower_evidence = InFlightBound{0, 0, 0, 0, 12};
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.problem.durations.forward = 2;  // 3 times 6, and 1.5 of them
    certificate.upper_evidence = serial_schedule(certificate.problem);
    certificate.upper = 18;
    certificate.problem.microbatches = 3;
    certificate.lower = 9;
    certificate.lower_evidence = InFlightBound{0, 0, 0, 0, 18};
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.problem.max_in_flight = 4;  // 4.5 rounds
    certificate.lower = 5;
    EXPECT_EQ(verdict_on(certificate), "established");
    certificate.lower = 4;
    EXPECT_THAT(verdict_on(certificate), HasSubstr("it gives 5 ticks, not 4"));
}

// The windows' recursion of docs/theory.md with one microbatch, walked op by op.
TEST(Chain, HasTheHeadsAndTailsOfAWalk) {
    for (const Placement& placement :
         {Placement::loop(3), Placement::v_shaped(3), Placement::listed({2, 2, 0, 1, 1, 0})}) {
        Problem problem = unit_problem(3, 2, 1);
        problem.placement = placement;
        problem.backward_form = BackwardForm::split;
        problem.durations = {.forward = 2, .backward = 99, .backward_input = 3, .backward_weight = 5};
        problem.hop_latency_ticks = 7;
        const Chain chain(problem);
        const auto hop = [&](std::uint64_t stage) {  // from the stage below
            return placement.rank_of(stage) != placement.rank_of(stage - 1) ? 7U : 0U;
        };
        std::uint64_t tick = 0;
        for (std::uint64_t stage = 0; stage < 6; ++stage) {
            if (stage > 0) tick += 2 + hop(stage);
            EXPECT_EQ(chain.head(OpKind::forward, stage), tick);
        }
        tick += 2;
        for (std::uint64_t stage = 6; stage-- > 0;) {
            EXPECT_EQ(chain.head(OpKind::backward_input, stage), tick);
            EXPECT_EQ(chain.head(OpKind::backward_weight, stage), tick + 3);
            EXPECT_EQ(chain.hold(stage), tick + 8 - chain.head(OpKind::forward, stage));
            if (stage > 0) tick += 3 + hop(stage);
        }
        const std::uint64_t end = tick + 8;  // of W(0), which no other op is behind
        for (std::uint64_t stage = 0; stage < 6; ++stage) {
            EXPECT_EQ(chain.tail(OpKind::forward, stage), end - chain.head(OpKind::forward, stage) - 2);
            EXPECT_EQ(chain.tail(OpKind::backward_input, stage), end - chain.head(OpKind::backward_input, stage) - 3);
            EXPECT_EQ(chain.tail(OpKind::backward_weight, stage), 0);
        }
    }
}

TEST(Soundness, RefusesWhatIsNoProblem) {
    const Certificate good = constructed(4, 2, 6);
    const auto with = [&](auto change) {
        Certificate certificate = good;
        change(certificate.problem);
        return verdict_on(certificate);
    };
    const auto refused = StartsWith("not established: the problem: ");
    EXPECT_THAT(with([](Problem& problem) { problem.ranks = 0; }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.chunks = 0; }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.microbatches = 0; }), refused);
    for (const auto duration :
         {&Durations::forward, &Durations::backward, &Durations::backward_input, &Durations::backward_weight}) {
        for (const std::uint64_t ticks : {std::uint64_t{0}, limits::max_duration_ticks + 1, ~std::uint64_t{0}}) {
            EXPECT_THAT(with([=](Problem& problem) { problem.durations.*duration = ticks; }), refused);
        }
    }
    EXPECT_THAT(with([](Problem& problem) { problem.hop_latency_ticks = ~std::uint64_t{0}; }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.backward_form = BackwardForm::any; }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.placement = Placement::listed({0, 1}); }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.placement = Placement::listed({0, 1, 2, 3, 0, 1, 2, 4}); }),
                refused);
    EXPECT_THAT(with([](Problem& problem) { problem.placement = Placement::listed({}); }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.placement = Placement::loop(3); }), refused);
    EXPECT_THAT(with([](Problem& problem) { problem.max_in_flight = 1; }), HasSubstr("it has no schedule"));
    EXPECT_THAT(with([](Problem& problem) {
                    problem.placement = Placement::listed({0, 0, 0, 1, 2, 3, 1, 2});
                    problem.max_in_flight = 2;
                }),
                HasSubstr("a rank holds 3 stages"));
    EXPECT_THAT(with([](Problem& problem) { problem.microbatches = std::uint64_t{1} << 60U; }),
                StartsWith("undecided: "));
    EXPECT_THAT(with([](Problem& problem) {
                    problem.ranks = problem.chunks = ~std::uint64_t{0};
                    problem.placement = Placement::loop(problem.ranks);
                }),
                StartsWith("undecided: "));
}

TEST(Bounds, SayWhenARankHoldsTooManyStages) {
    Certificate certificate = constructed(1, std::uint64_t{1} << 40U, 1);
    EXPECT_THAT(verdict_on(certificate), HasSubstr("the limit is 1048576"));
}

}  // namespace
}  // namespace tickproof::recheck

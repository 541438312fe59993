#include "smt/certify/certify.h"

#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/bounds/unit_time.h"
#include "smt/certify/certify_test_data.h"

namespace tickproof::certify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Certify, ProvesByArithmeticWhereAClosedFormIsKnown) {
    const Certified certified = by(Engine::automatic, problem(8, 4, 9));
    EXPECT_EQ(certified.certificate.lower, 86U);
    EXPECT_EQ(certified.certificate.upper, 86U);
    EXPECT_TRUE(std::holds_alternative<certificate::LoadBound>(certified.certificate.lower_evidence));
    EXPECT_TRUE(std::holds_alternative<certificate::Construction>(certified.certificate.upper_evidence));
    EXPECT_EQ(by(Engine::bound, problem(1024, 64, 100'000)).certificate.upper, *unit_time_optimum(1024, 64, 100'000));
}

TEST(Certify, LeavesOpenWhatBoundsAloneCannotClose) {
    const Certified certified = by(Engine::bound, problem(4, 1, 8, 2));
    expect_sound(problem(4, 1, 8, 2), certified);
    EXPECT_EQ(certified.undecided, "bounds alone do not meet");
    EXPECT_LE(certified.certificate.lower, 34U);
    EXPECT_GE(certified.certificate.upper, 34U);
}

TEST(Certify, ProvesBySearchWhatTheBoundsLeaveOpen) {
    const Certified certified = by(Engine::search, problem(4, 1, 8, 2));
    expect_sound(problem(4, 1, 8, 2), certified);
    EXPECT_EQ(certified.certificate.lower, 34U);
    EXPECT_EQ(std::get<certificate::StateCounts>(certified.certificate.lower_evidence).horizon, 33U);
    EXPECT_THAT(certified.cross_checks, ElementsAre("search: a schedule of 34 ticks, none of 33"));
}

TEST(Certify, SaysWhyACapIsInfeasible) {
    const auto result = certify(problem(4, 2, 6, 1), {});
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, Unsound::Kind::infeasible);
}

TEST(Certify, StartsFromTheBestCandidateThatFits) {
    const Problem asked = problem(2, 1, 2, 1);
    Options options;
    options.engine = Engine::bound;
    const std::uint64_t alone = certify(asked, options)->certificate.upper;
    EXPECT_EQ(alone, 8U);
    // One that ends sooner, but breaks the cap.
    options.candidates.push_back({{0, 0, 0, 0, 0, OpKind::forward},
                                  {1, 0, 0, 0, 1, OpKind::forward},
                                  {1, 1, 1, 0, 0, OpKind::forward},
                                  {2, 1, 1, 0, 0, OpKind::backward},
                                  {3, 1, 1, 0, 1, OpKind::forward},
                                  {3, 0, 0, 0, 0, OpKind::backward},
                                  {4, 1, 1, 0, 1, OpKind::backward},
                                  {5, 0, 0, 0, 1, OpKind::backward}});
    EXPECT_EQ(certify(asked, options)->certificate.upper, alone);
    const Problem uncapped = problem(2, 1, 2, 2);
    EXPECT_TRUE(check::check_schedule(uncapped, options.candidates.front()).valid());
}

TEST(Certify, StopsAtItsLimits) {
    Options options;
    options.engine = Engine::search;
    options.limits.rlimit = 100;  // one state
    Certified certified = *certify(problem(4, 2, 6, 4), options);
    expect_sound(problem(4, 2, 6, 4), certified);
    EXPECT_THAT(certified.undecided, HasSubstr("rlimit"));
    options.limits.rlimit = 100'000'000;
    options.limits.interrupted = [] { return true; };
    EXPECT_EQ(certify(problem(4, 2, 6, 4), options)->undecided, "interrupted");
    options.limits.interrupted = nullptr;
    options.limits.time = std::chrono::milliseconds(0);
    EXPECT_EQ(certify(problem(4, 2, 6, 4), options)->undecided, "time limit");
}

}  // namespace
}  // namespace tickproof::certify

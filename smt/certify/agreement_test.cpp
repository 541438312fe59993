// Closed form, search, Z3 and CaDiCaL give one answer on every small problem: at the optimum there is a schedule, a
// tick below there is none.
#include <cstdint>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smt/bounds/bound.h"
#include "smt/bounds/unit_time.h"
#include "smt/certify/query.h"

namespace tickproof::certify {
namespace {

const OnQuery unheard;

bool has_schedule(const Problem& problem, std::uint64_t horizon, Engine engine) {
    const Reply reply = ask({problem, horizon, engine, {}, {}, unheard});
    EXPECT_FALSE(std::holds_alternative<Open>(reply));
    return std::holds_alternative<Yes>(reply);
}

// By the search alone, upwards from a bound.
std::uint64_t optimum_of(const Problem& problem) {
    std::uint64_t ticks = tickproof::ticks(best_bound(problem, op_classes(problem)));
    while (!has_schedule(problem, ticks, Engine::search)) ++ticks;
    return ticks;
}

void expect_agreement(const Problem& problem, const std::string& words) {
    const std::uint64_t optimum = optimum_of(problem);
    if (has_closed_form(problem)) {
        EXPECT_EQ(optimum, *unit_time_optimum(problem.ranks, problem.chunks, problem.microbatches)) << words;
    }
    for (const Engine engine : {Engine::search, Engine::z3, Engine::cadical}) {
        EXPECT_TRUE(has_schedule(problem, optimum, engine)) << words;
        EXPECT_FALSE(has_schedule(problem, optimum - 1, engine)) << words;
    }
}

class Agreement : public testing::TestWithParam<std::uint64_t> {};  // by ranks

TEST_P(Agreement, OnUnitTimeWithEveryCap) {
    for (std::uint64_t chunks = 1; chunks <= 2; ++chunks) {
        for (std::uint64_t microbatches = 1; microbatches <= 4; ++microbatches) {
            for (std::uint64_t cap = chunks; cap <= chunks * microbatches; ++cap) {
                Problem problem;
                problem.ranks = GetParam();
                problem.chunks = chunks;
                problem.microbatches = microbatches;
                problem.placement = Placement::loop(GetParam());
                problem.max_in_flight = cap;
                expect_agreement(problem, fmt::format("V={} M={} cap {}", chunks, microbatches, cap));
            }
        }
    }
}

TEST_P(Agreement, BeyondUnitTime) {
    for (const BackwardForm form : {BackwardForm::full, BackwardForm::split}) {
        for (const std::uint64_t longest : {1U, 2U}) {
            for (const std::uint64_t latency : {0U, 1U}) {
                for (const std::uint64_t microbatches : {1U, 2U, 3U}) {
                    Problem problem;
                    problem.ranks = GetParam();
                    problem.chunks = 2;
                    problem.microbatches = microbatches;
                    problem.placement = Placement::v_shaped(GetParam());
                    problem.backward_form = form;
                    problem.durations = {
                        .forward = 1, .backward = longest, .backward_input = longest, .backward_weight = 1};
                    problem.hop_latency_ticks = latency;
                    if (microbatches > 1) problem.max_in_flight = 3;
                    expect_agreement(problem, fmt::format("{} backward, up to {} ticks, latency {}, M={}", name(form),
                                                          longest, latency, microbatches));
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, Agreement, testing::Values(1, 2, 3));

}  // namespace
}  // namespace tickproof::certify

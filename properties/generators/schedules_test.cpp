// What is made here is right by construction; the checker, which knows nothing of the construction, agrees.
#include "properties/generators/schedules.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/generators/for_all.h"
#include "properties/generators/rapidcheck.h"

namespace tickproof::generators {
namespace {

constexpr int cases = 1500;

std::string first_violation(const check::Report& report) {
    if (report.valid()) return "";
    const check::Violation& first = report.violations().front();
    return std::string(check::text(first.rule).id) + ", " + first.place + ": " + first.witness;
}

TEST(Schedules, AreValid) {
    EXPECT_TRUE(holds_for_all(seeded_problems(), cases, [](const SeededProblem& seeded) {
        return first_violation(check::check_schedule(seeded.problem, random_schedule(seeded)));
    }));
}

TEST(Schedules, OrdersRunAndTakeNoLongerThanTheScheduleTheyComeFrom) {
    EXPECT_TRUE(holds_for_all(seeded_problems(), cases, [](const SeededProblem& seeded) -> std::string {
        const check::OrdersVerdict verdict = check::check_orders(seeded.problem, random_orders(seeded));
        if (!verdict.report.valid()) return first_violation(verdict.report);
        std::uint64_t end = 0;
        for (const TimedOp& op : random_schedule(seeded)) {
            end = std::max(end, op.start_tick + seeded.problem.duration(op.kind));
        }
        return std::get<check::Executed>(verdict.execution.value()).makespan_ticks <= end ? "" : "they take longer";
    }));
}

TEST(Schedules, EqualSeedsGiveEqualSchedules) {
    EXPECT_TRUE(holds_for_all(seeded_problems(), 100, [](const SeededProblem& seeded) -> std::string {
        return random_schedule(seeded) == random_schedule(seeded) ? "" : "two schedules from one seed";
    }));
}

// Complete and on their ranks whatever becomes of them; both ends happen, and a cap may be exceeded.
int count_deadlocks(Orders (*make)(const SeededProblem&), int runs) {
    Draw draw(4);
    int deadlocks = 0;
    for (int i = 0; i < runs; ++i) {
        const SeededProblem seeded = draw_seeded_problem(draw);
        const check::OrdersVerdict verdict = check::check_orders(seeded.problem, make(seeded));
        EXPECT_TRUE(verdict.execution) << first_violation(verdict.report) << "\n" << in_words(seeded.problem);
        if (verdict.execution && std::holds_alternative<check::Deadlock>(*verdict.execution)) ++deadlocks;
    }
    return deadlocks;
}

TEST(Schedules, ShuffledOrdersMostlyLock) {
    constexpr int runs = 500;
    const int deadlocks = count_deadlocks(shuffled_orders, runs);
    EXPECT_GT(deadlocks, runs / 2);
    EXPECT_LT(deadlocks, runs);
}

TEST(Schedules, DisturbedOrdersLockSometimes) {
    constexpr int runs = 500;
    const int deadlocks = count_deadlocks(disturbed_orders, runs);
    EXPECT_GT(deadlocks, runs / 10);
    EXPECT_LT(deadlocks, runs * 9 / 10);
}

}  // namespace
}  // namespace tickproof::generators

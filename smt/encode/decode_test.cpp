// Models found by a solver, read as schedules and judged by the checker.
#include <algorithm>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "smt/encode/encode_test_data.h"
#include "smt/solver/solver.h"

namespace tickproof::encode {
namespace {

struct Case {
    std::string name;
    Problem problem;
    std::uint64_t optimum_ticks;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

Case with(std::string name, std::uint64_t optimum_ticks, Problem problem) {
    return {std::move(name), std::move(problem), optimum_ticks};
}

Problem split(Problem problem) {
    problem.backward_form = BackwardForm::split;
    return problem;
}

Problem placed(Problem problem, Placement placement) {
    problem.placement = std::move(placement);
    return problem;
}

Problem taking(Problem problem, Durations durations, std::uint64_t hop_latency_ticks = 0) {
    problem.durations = durations;
    problem.hop_latency_ticks = hop_latency_ticks;
    return problem;
}

std::uint64_t makespan(const Problem& problem, const Schedule& schedule) {
    std::uint64_t end = 0;
    for (const TimedOp& op : schedule) end = std::max(end, op.start_tick + problem.duration(op.kind));
    return end;
}

std::string complaints(const check::Report& report) {
    std::string text;
    for (const check::Violation& violation : report.violations())
        text += violation.place + ": " + violation.witness + "\n";
    return text;
}

class Decode : public testing::TestWithParam<Case> {};

TEST_P(Decode, GivesAValidScheduleAtTheOptimumAndNoneBelow) {
    const auto& [name, problem, optimum] = GetParam();
    const Formula formula = encode(problem, optimum).value();
    for (const auto& solve : {solver::solve_with_cadical, solver::solve_with_z3}) {
        const solver::Answer answer = solve(formula.cnf, {});
        ASSERT_TRUE(std::holds_alternative<solver::Sat>(answer));
        const Schedule schedule = decode(formula, std::get<solver::Sat>(answer).model);
        const check::Report report = check::check_schedule(problem, schedule);
        EXPECT_TRUE(report.valid()) << complaints(report);
        EXPECT_EQ(makespan(problem, schedule), optimum);
        EXPECT_TRUE(std::ranges::is_sorted(schedule, {}, [](const TimedOp& op) { return op.rank; }));
    }
    EXPECT_TRUE(std::holds_alternative<solver::Unsat>(
        solver::solve_with_cadical(encode(problem, optimum - 1).value().cnf, {})));
}

INSTANTIATE_TEST_SUITE_P(
    Problems, Decode,
    testing::Values(with("full", 20, shape(3, 2, 4)), with("one_op_each", 2, shape(1, 1, 1)),
                    with("capped", 42, capped(shape(4, 2, 6), 4)),
                    with("capped_tightly", 64, capped(shape(4, 1, 8), 1)),
                    with("capped_more", 26, capped(shape(2, 2, 4), 2)), with("split", 14, split(shape(3, 1, 4))),
                    with("split_capped", 25, capped(split(shape(2, 2, 3)), 2)),
                    with("v_shaped", 20, placed(shape(3, 2, 4), Placement::v_shaped(3))),
                    with("listed", 18, placed(shape(3, 2, 3), Placement::listed({0, 0, 2, 1, 1, 2}))),
                    with("uneven_list", 20, placed(shape(2, 2, 3), Placement::listed({0, 1, 1, 1}))),
                    with("durations", 35, taking(shape(2, 2, 3), {2, 3, 1, 1})),
                    with("latency", 20, taking(shape(3, 1, 4), {}, 2)),
                    with("all_at_once", 53,
                         capped(placed(taking(split(shape(2, 2, 3)), {2, 1, 3, 1}, 1), Placement::v_shaped(2)), 3))),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace tickproof::encode

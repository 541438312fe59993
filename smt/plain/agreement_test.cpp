// Several ways to the same answer: the formula of docs/theory.md by CaDiCaL and by Z3, the textbook encoding with and
// without the order lemma and windows, and the closed form where there is one. At the optimum all say that there is a
// schedule, one tick below that there is none.
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smt/bounds/op_class.h"
#include "smt/bounds/unit_time.h"
#include "smt/encode/encode.h"
#include "smt/plain/difference_logic.h"
#include "smt/solver/solver.h"

namespace tickproof::plain {
namespace {

std::string word(const solver::Answer& answer) {
    if (const auto* const unknown = std::get_if<solver::Unknown>(&answer)) return unknown->reason;
    return std::holds_alternative<solver::Sat>(answer) ? "sat" : "unsat";
}

std::string by_formula(const Problem& problem, std::uint64_t horizon,
                       solver::Answer (*solve)(const encode::Cnf&, const solver::Limits&)) {
    return word(solve(encode::encode(problem, horizon).value().cnf, {}));
}

void expect_formula(const Problem& problem, std::uint64_t horizon, const std::string& answer) {
    EXPECT_EQ(by_formula(problem, horizon, solver::solve_with_cadical), answer) << horizon << " ticks";
    EXPECT_EQ(by_formula(problem, horizon, solver::solve_with_z3), answer) << horizon << " ticks";
}

void expect_difference_logic(const Problem& problem, std::uint64_t horizon, const std::string& answer) {
    for (const bool order_lemma : {false, true}) {
        for (const bool windows : {false, true}) {
            const std::string text = difference_logic(problem, horizon, {order_lemma, windows});
            EXPECT_EQ(word(solver::check_smtlib(text, {})), answer)
                << horizon << " ticks, order lemma " << order_lemma << ", windows " << windows;
        }
    }
}

struct Shape {
    std::uint64_t ranks;
    std::uint64_t chunks;
    std::uint64_t microbatches;
};

std::string name(const Shape& shape) {
    return fmt::format("S{}_V{}_M{}", shape.ranks, shape.chunks, shape.microbatches);
}
void PrintTo(const Shape& shape, std::ostream* out) { *out << name(shape); }

Problem unit_time(const Shape& shape) {
    Problem problem;
    problem.ranks = shape.ranks;
    problem.chunks = shape.chunks;
    problem.microbatches = shape.microbatches;
    problem.placement = Placement::loop(shape.ranks);
    return problem;
}

class ClosedForm : public testing::TestWithParam<Shape> {
protected:
    static std::uint64_t optimum() {
        return unit_time_optimum(GetParam().ranks, GetParam().chunks, GetParam().microbatches).value();
    }
};

TEST_P(ClosedForm, AgreesWithBothSolvers) {
    expect_formula(unit_time(GetParam()), optimum(), "sat");
    expect_formula(unit_time(GetParam()), optimum() - 1, "unsat");
}

INSTANTIATE_TEST_SUITE_P(Shapes, ClosedForm,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 3, 2}, Shape{2, 1, 1}, Shape{2, 1, 4}, Shape{3, 1, 2},
                                         Shape{3, 1, 5}, Shape{2, 2, 1}, Shape{2, 2, 3}, Shape{2, 3, 2}, Shape{3, 2, 2},
                                         Shape{3, 2, 4}, Shape{3, 2, 5}, Shape{3, 3, 5}, Shape{4, 2, 3}, Shape{4, 2, 5},
                                         Shape{4, 2, 7}, Shape{4, 3, 5}, Shape{8, 3, 9}),
                         [](const auto& test) { return name(test.param); });

class SmallClosedForm : public ClosedForm {};

TEST_P(SmallClosedForm, AgreesWithDifferenceLogic) {
    expect_difference_logic(unit_time(GetParam()), optimum(), "sat");
    expect_difference_logic(unit_time(GetParam()), optimum() - 1, "unsat");
}

std::vector<Shape> small_shapes() {
    std::vector<Shape> shapes;
    for (const std::uint64_t ranks : {1U, 2U, 3U}) {
        for (const std::uint64_t chunks : {1U, 2U}) {
            for (const std::uint64_t microbatches : {1U, 2U, 3U}) shapes.push_back({ranks, chunks, microbatches});
        }
    }
    return shapes;
}

INSTANTIATE_TEST_SUITE_P(Shapes, SmallClosedForm, testing::ValuesIn(small_shapes()),
                         [](const auto& test) { return name(test.param); });

// Problems of one shape that differ in everything else.
struct Family {
    Shape shape;
    BackwardForm form;
    bool v_shaped;
};

void PrintTo(const Family& family, std::ostream* out) {
    *out << name(family.shape) << '_' << name(family.form) << (family.v_shaped ? "_v" : "_loop");
}

std::vector<Problem> members(const Family& family) {
    std::vector<Problem> problems;
    Problem problem = unit_time(family.shape);
    problem.backward_form = family.form;
    if (family.v_shaped) problem.placement = Placement::v_shaped(family.shape.ranks);
    for (const Durations& durations : {Durations{1, 1, 1, 1}, Durations{3, 2, 2, 1}}) {
        problem.durations = durations;
        for (const std::uint64_t latency : {0U, 2U}) {
            problem.hop_latency_ticks = latency;
            problem.max_in_flight.reset();
            problems.push_back(problem);
            problem.max_in_flight = family.shape.chunks;
            problems.push_back(problem);
            problem.max_in_flight = family.shape.chunks + 1;
            problems.push_back(problem);
        }
    }
    return problems;
}

// The least horizon for which the formula has a model; nothing is shorter than the path of one microbatch.
std::uint64_t optimum_by_cadical(const Problem& problem) {
    std::uint64_t horizon = 1;
    for (const OpClass& one : op_classes(problem)) horizon = std::max(horizon, one.head + one.duration + one.tail);
    while (by_formula(problem, horizon, solver::solve_with_cadical) != "sat") ++horizon;
    return horizon;
}

class Families : public testing::TestWithParam<Family> {};

TEST_P(Families, HaveTheSameOptimumByAllEncodings) {
    for (const Problem& problem : members(GetParam())) {
        SCOPED_TRACE(fmt::format("F {} B {} I {} W {} latency {} cap {}", problem.durations.forward,
                                 problem.durations.backward, problem.durations.backward_input,
                                 problem.durations.backward_weight, problem.hop_latency_ticks,
                                 problem.max_in_flight.value_or(0)));
        const std::uint64_t optimum = optimum_by_cadical(problem);
        expect_formula(problem, optimum, "sat");
        expect_formula(problem, optimum - 1, "unsat");
        expect_difference_logic(problem, optimum, "sat");
        expect_difference_logic(problem, optimum - 1, "unsat");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Families,
    testing::Values(Family{{2, 1, 3}, BackwardForm::full, false}, Family{{3, 1, 2}, BackwardForm::full, false},
                    Family{{2, 2, 2}, BackwardForm::full, false}, Family{{2, 2, 2}, BackwardForm::full, true},
                    Family{{1, 3, 2}, BackwardForm::full, false}, Family{{2, 1, 2}, BackwardForm::split, false},
                    Family{{3, 1, 2}, BackwardForm::split, false}, Family{{2, 2, 2}, BackwardForm::split, true}),
    [](const auto& test) { return testing::PrintToString(test.param); });

}  // namespace
}  // namespace tickproof::plain

// What a build without solvers answers, compiled from the file that it has instead of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/solver/solver.h"

namespace tickproof::solver {
namespace {

TEST(Absent, NobodyAnswersAndSaysWhatToDo) {
    const auto why = [](const Answer& answer) { return std::get<Unknown>(answer).reason; };
    const auto says = testing::AllOf(testing::StartsWith("solver: "), testing::HasSubstr("-DTICKPROOF_SOLVERS=ON"));
    EXPECT_THAT(why(solve_with_z3({}, {})), says);
    EXPECT_THAT(why(solve_with_cadical({}, {})), says);
    EXPECT_THAT(why(check_smtlib("(check-sat)", {})), says);
}

}  // namespace
}  // namespace tickproof::solver

// What only a solver can close.
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/certify/certify.h"
#include "smt/certify/certify_test_data.h"

namespace tickproof::certify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Certify, ProvesByRefutation) {
    const Problem asked = problem(4, 2, 6, 4);
    const Certified certified = by(Engine::cadical, asked);
    expect_sound(asked, certified);
    EXPECT_EQ(certified.certificate.lower, 42U);
    const auto& refutation = std::get<certificate::Refutation>(certified.certificate.lower_evidence);
    EXPECT_EQ(refutation.horizon, 41U);
    EXPECT_FALSE(refutation.proof.empty());
}

TEST(Certify, TakesZ3ForACrossCheckOnly) {
    const Problem asked = problem(4, 1, 8, 2);
    const Certified certified = by(Engine::z3, asked);
    expect_sound(asked, certified);
    EXPECT_EQ(certified.certificate.lower, 34U);
    EXPECT_FALSE(std::get<certificate::Refutation>(certified.certificate.lower_evidence).proof.empty());
    EXPECT_THAT(certified.cross_checks, ElementsAre("z3: a schedule of 34 ticks, none of 33"));
}

TEST(Certify, LeavesOpenWhatItsEngineCannotConfirm) {
    Options options;
    options.engine = Engine::z3;
    options.limits.rlimit = 1;
    const Certified certified = *certify(problem(4, 2, 7), options);
    EXPECT_EQ(certified.certificate.lower, certified.certificate.upper);
    EXPECT_THAT(certified.undecided, HasSubstr("rlimit"));
    EXPECT_THAT(certified.cross_checks, IsEmpty());
}

TEST(Certify, ShowsEveryFormula) {
    std::vector<std::string> names;
    Options options;
    options.engine = Engine::cadical;
    options.on_query = [&](const std::string& name, const encode::Formula&) { names.push_back(name); };
    (void)certify(problem(3, 2, 4), options);
    EXPECT_THAT(names, ElementsAre("at_most_20_ticks", "at_most_19_ticks"));
}

struct Named {
    const char* name;
    Problem problem;
};

std::vector<Named> small_problems() {
    std::vector<Named> found{
        {"unit", problem(3, 2, 3)}, {"cap", problem(3, 2, 3, 3)}, {"one rank", problem(1, 2, 3, 2)}};
    Problem other = problem(2, 2, 3);
    other.placement = Placement::v_shaped(2);
    found.push_back({"V-shaped", other});
    other.max_in_flight = 3;
    found.push_back({"V-shaped with a cap", other});
    other.backward_form = BackwardForm::split;
    found.push_back({"V-shaped, split, with a cap", other});
    other = problem(3, 1, 3);
    other.durations.backward = 2;
    found.push_back({"backward twice as long", other});
    other.hop_latency_ticks = 2;
    found.push_back({"with latency", other});
    other.max_in_flight = 2;
    found.push_back({"with latency and a cap", other});
    other = problem(2, 2, 2);
    other.backward_form = BackwardForm::split;
    other.durations = {.forward = 2, .backward = 1, .backward_input = 3, .backward_weight = 1};
    found.push_back({"split, uneven", other});
    other.placement = Placement::listed({0, 0, 1, 0});
    found.push_back({"listed", other});
    return found;
}

TEST(Certify, GivesOneAnswerByEveryEngine) {
    for (const auto& [name, asked] : small_problems()) {
        const std::uint64_t optimum = by(Engine::search, asked).certificate.upper;
        for (const Engine engine : {Engine::automatic, Engine::search, Engine::z3, Engine::cadical}) {
            const Certified certified = by(engine, asked);
            expect_sound(asked, certified);
            EXPECT_EQ(certified.certificate.lower, optimum) << name;
            EXPECT_EQ(certified.undecided, "") << name;
        }
    }
}

}  // namespace
}  // namespace tickproof::certify

#include "properties/check/chains.h"

#include <random>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

bool the_rules_hold(const Subject& subject) {
    const OpIndex index(subject.problem, subject.ops);
    return exactly_once(subject, index).valid() && dependency(subject, index).valid();
}

std::uint32_t up_to(std::uint32_t largest, std::mt19937& random) {
    return 1 + static_cast<std::uint32_t>(random() % largest);
}

// Changes one field of one op by one, or swaps two ops.
void mutate(Schedule& ops, std::mt19937& random) {
    TimedOp& op = ops[random() % ops.size()];
    const bool up = random() % 2 == 0;
    switch (random() % 6) {
        case 0:
            op.start_tick += up ? 1U : ~std::uint64_t{0};
            break;
        case 1:
            op.stage += up ? 1U : ~std::uint32_t{0};
            break;
        case 2:
            op.microbatch += up ? 1U : ~std::uint32_t{0};
            break;
        case 3:
            op.kind = static_cast<OpKind>(random() % 4);
            break;
        case 4:
            op.rank += up ? 1U : ~std::uint32_t{0};
            break;
        default:
            std::swap(op, ops[random() % ops.size()]);
    }
}

TEST(Chains, PassForEveryValidPlan) {
    for (std::uint32_t ranks = 1; ranks <= 4; ++ranks) {
        for (std::uint32_t chunks = 1; chunks <= 3; ++chunks) {
            for (std::uint32_t microbatches = 1; microbatches <= 5; ++microbatches) {
                const Plan plan = tiny_plan(ranks, chunks, microbatches);
                EXPECT_TRUE(runs_in_chains({problem_of(plan), plan.events}));
            }
        }
    }
}

TEST(Chains, NeverPassWhereARuleIsBroken) {
    std::mt19937 random(20240229);
    std::size_t passed = 0;
    std::size_t refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Plan plan = tiny_plan(up_to(3, random), up_to(2, random), up_to(4, random));
        Problem problem = problem_of(plan);
        problem.durations = {.forward = up_to(2, random), .backward = up_to(2, random)};
        problem.hop_latency_ticks = random() % 2;
        Schedule ops = plan.events;
        const std::uint64_t stretch = up_to(3, random);
        for (TimedOp& op : ops) op.start_tick *= stretch;
        for (std::uint64_t faults = random() % 3; faults > 0; --faults) mutate(ops, random);
        const Subject subject{problem, ops};
        if (runs_in_chains(subject)) {
            ++passed;
            ASSERT_TRUE(the_rules_hold(subject));
        } else if (!the_rules_hold(subject)) {
            ++refused;
        }
    }
    EXPECT_GT(passed, 2000U);
    EXPECT_GT(refused, 2000U);
}

TEST(Chains, DoNotWrapAtTheEndOfTime) {
    Plan plan = tiny_plan(1, 1, 1);
    plan.events[0].start_tick = ~std::uint64_t{0};
    plan.events[1].start_tick = 0;
    EXPECT_FALSE(runs_in_chains({problem_of(plan), plan.events}));
    plan.events[1].start_tick = ~std::uint64_t{0};
    EXPECT_FALSE(runs_in_chains({problem_of(plan), plan.events}));
    plan.events[0].start_tick -= 1;
    EXPECT_TRUE(runs_in_chains({problem_of(plan), plan.events}));
}

}  // namespace
}  // namespace tickproof::check

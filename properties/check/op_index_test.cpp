#include "properties/check/op_index.h"

#include <tuple>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace tickproof::check {
namespace {

Problem with_microbatches(Problem problem, std::uint64_t microbatches) {
    problem.microbatches = microbatches;
    return problem;
}

std::vector<std::tuple<std::uint64_t, std::uint64_t, std::array<std::uint32_t, 4>>> cells(const OpIndex& index) {
    std::vector<std::tuple<std::uint64_t, std::uint64_t, std::array<std::uint32_t, 4>>> all;
    index.each_cell([&](const Cell& cell) { all.emplace_back(cell.microbatch, cell.stage, cell.positions); });
    return all;
}

// A table for the shape as it is, a list for the same ops under a header that lies.
TEST(OpIndex, TableAndListAgree) {
    Plan plan = tiny_plan(3, 2, 9);
    plan.events.push_back(plan.events[4]);
    plan.events.push_back(plan.events[2]);
    plan.events.push_back({0, 0, 6, 0, 0, OpKind::forward});
    plan.events.push_back({0, 0, 0, 0, 0, OpKind::backward_weight});
    const OpIndex table(problem_of(plan), plan.events);
    const OpIndex list(with_microbatches(problem_of(plan), 2'000'000'000), plan.events);
    EXPECT_EQ(table.repeats(), (std::vector<std::uint32_t>{108, 109}));
    EXPECT_EQ(table.strangers(), (std::vector<std::uint32_t>{110, 111}));
    EXPECT_EQ(table.repeats(), list.repeats());
    EXPECT_EQ(table.strangers(), list.strangers());
    EXPECT_EQ(cells(table), cells(list));
    EXPECT_EQ(cells(table).size(), 54U);
    for (std::uint32_t position = 0; position < 108; ++position) {
        const TimedOp& op = plan.events[position];
        EXPECT_EQ(table.find(op.kind, op.stage, op.microbatch), position);
        EXPECT_EQ(list.find(op.kind, op.stage, op.microbatch), position);
    }
}

TEST(OpIndex, FindsNothingOutOfRange) {
    const Plan plan = tiny_plan(2, 1, 2);
    for (const std::uint64_t microbatches : {std::uint64_t{2}, std::uint64_t{1} << 63}) {
        const OpIndex index(with_microbatches(problem_of(plan), microbatches), plan.events);
        EXPECT_EQ(index.find(OpKind::forward, 2, 0), OpIndex::none);
        EXPECT_EQ(index.find(OpKind::forward, ~std::uint64_t{0}, 0), OpIndex::none);
        EXPECT_EQ(index.find(OpKind::forward, 0, 2), OpIndex::none);
        EXPECT_EQ(index.find(OpKind::backward_weight, 0, 0), OpIndex::none);
    }
}

}  // namespace
}  // namespace tickproof::check

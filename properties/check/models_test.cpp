#include "properties/check/models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

using testing::ElementsAre;

const std::vector<Communication> all{{},
                                     {.handover = Handover::buffered},
                                     {.handover = Handover::buffered, .slots = 2},
                                     {.fifo = true},
                                     {.handover = Handover::grouped, .fifo = true}};

std::vector<ModelOutcome> outcomes(const Orders& orders) { return run_models(problem_of(orders), orders, all); }

TEST(Models, EachIsRunByItself) {
    const auto found = outcomes(tiny_orders(2, {"F0 F1 B1 B0", "F0 B0 F1 B1"}));
    ASSERT_EQ(found.size(), all.size());
    EXPECT_EQ(std::get<std::uint64_t>(found[0].found), 7U);
    EXPECT_TRUE(std::holds_alternative<Deadlock>(found[1].found));
    EXPECT_EQ(std::get<std::uint64_t>(found[2].found), 7U);
    EXPECT_TRUE(std::holds_alternative<Report>(found[3].found));
    EXPECT_TRUE(std::holds_alternative<Report>(found[4].found));
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(found[i].model, all[i]);
}

TEST(Models, WhatDoesNotRunIsAViolationThatNamesTheModel) {
    const Orders orders = tiny_orders(2, {"F0 F1 B1 B0", "F0 B0 F1 B1"});
    const Report report = judge_models(orders, outcomes(orders));
    std::vector<std::string> found;
    for (const Violation& violation : report.violations()) {
        found.push_back(violation.witness.substr(0, violation.witness.find(": ")));
    }
    EXPECT_THAT(found, ElementsAre("under rendezvous", "under dependencies+fifo", "under grouped+fifo"));
    EXPECT_EQ(report.count(Rule::deadlock), 1U);
    EXPECT_EQ(report.count(Rule::payload), 2U);
}

TEST(Models, SwapsAreAllCounted) {
    std::vector<std::string> lines;
    for (int rank = 0; rank < 30; ++rank) lines.emplace_back(rank % 2 == 0 ? "F0 F1 B0 B1" : "F1 F0 B0 B1");
    const Orders orders = tiny_orders(2, lines);
    const Report report =
        judge_models(orders, run_models(problem_of(orders), orders, std::vector<Communication>{{.fifo = true}}));
    EXPECT_EQ(report.count(Rule::payload), 29U);
    EXPECT_EQ(report.violations().size(), Report::kept_per_rule);
}

TEST(Models, FaultsOfWrittenCommunicationAreTheSameUnderEach) {
    for (const ModelOutcome& outcome : outcomes(tiny_orders(1, {"F0 sF0 rB0 B0", "F0 B0 sB0"}))) {
        EXPECT_EQ(std::get<Report>(outcome.found).count(Rule::payload), 1U);
    }
}

}  // namespace
}  // namespace tickproof::check

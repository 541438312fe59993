// Every planted fault that changes something is caught, every rule is needed, and what is published is what is
// measured.
#include "properties/mutants/kill_table.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "properties/gate/judge.h"
#include "properties/mutants/edit.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {
namespace {

const KillTable& table() {
    static const KillTable computed = kill_table();
    return computed;
}

std::vector<Row> all_rows() {
    std::vector<Row> rows = table().plans;
    rows.insert(rows.end(), table().orders.begin(), table().orders.end());
    rows.insert(rows.end(), table().planners.begin(), table().planners.end());
    return rows;
}

std::string read(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(KillTable, HasSixtyFaultsAndMore) {
    EXPECT_GE(table().plans.size(), 60U);
    EXPECT_GE(table().planners.size(), 60U);
    CaughtBy names;
    for (const Row& row : all_rows()) EXPECT_TRUE(names.emplace(row.name).second) << row.name << " is there twice";
}

TEST(KillTable, NothingIsWrongWithTheBases) {
    for (const Plan& plan : base_plans()) {
        for (const auto& broken : gate::judge(config_of(plan), plan, gate::Level::conform)) {
            ADD_FAILURE() << broken.property << ": " << broken.witness;
        }
    }
}

TEST(KillTable, EveryFaultIsCaughtWhereverItShows) {
    for (const Row& row : all_rows()) {
        EXPECT_GT(row.tried, 0U) << row.name << " was planted nowhere";
        EXPECT_EQ(row.missed, 0U) << row.name << " survives on some of " << row.failing;
        EXPECT_EQ(row.false_alarms, 0U) << row.name << " is caught where it changes nothing";
    }
}

TEST(KillTable, WhatIsCalledEquivalentChangesNothingAndTheRestDoes) {
    for (const Row& row : table().planners) {
        EXPECT_EQ(row.failing == 0, !row.equivalent_because.empty()) << row.name;
        EXPECT_EQ(row.smallest.has_value(), row.equivalent_because.empty()) << row.name;
    }
}

TEST(KillTable, EveryRuleIsNeeded) {
    for (const check::RuleText& rule : check::rule_texts()) {
        EXPECT_FALSE(caught_by(table(), rule.rule).empty()) << rule.id << " catches nothing";
        EXPECT_FALSE(caught_by_alone(table(), rule.rule).empty()) << rule.id << " catches nothing alone";
    }
}

TEST(KillTable, IsTheOnePublished) {
    const std::string text = in_markdown(table());
    std::cout << text;
    if (const char* path = std::getenv("TICKPROOF_WRITE_KILL_TABLE")) std::ofstream(path) << text;
    EXPECT_TRUE(text == read(TICKPROOF_KILL_TABLE)) << "how to write it anew stands in its first paragraph";
}

}  // namespace
}  // namespace tickproof::mutants

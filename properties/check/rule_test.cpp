#include "properties/check/rule.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tickproof::check {
namespace {

TEST(Rule, TextsStandInTheOrderOfTheRules) {
    for (std::size_t i = 0; i < rule_count; ++i) EXPECT_EQ(static_cast<std::size_t>(rule_texts()[i].rule), i);
}

TEST(Rule, EachIsFoundByItsName) {
    std::set<std::string_view> names;
    for (const RuleText& rule : rule_texts()) {
        EXPECT_EQ(rule_named(rule.id), rule.rule);
        EXPECT_FALSE(rule.meaning.empty() || rule.example.empty() || rule.advice.empty()) << rule.id;
        names.insert(rule.id);
    }
    EXPECT_EQ(names.size(), rule_count);
    EXPECT_EQ(rule_named("exactly_once"), std::nullopt);
    EXPECT_EQ(rule_named(""), std::nullopt);
}

TEST(Rule, ConventionsAreTheFiveOfTheProductionPlanner) {
    std::set<std::string_view> conventions;
    for (const RuleText& rule : rule_texts()) {
        if (rule.rule_class == RuleClass::convention) conventions.insert(rule.id);
    }
    EXPECT_EQ(conventions,
              (std::set<std::string_view>{"balance", "event-order", "exact-metrics", "progress", "reference"}));
}

}  // namespace
}  // namespace tickproof::check

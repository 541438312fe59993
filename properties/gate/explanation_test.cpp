#include "properties/gate/explanation.h"

#include <set>

#include <gtest/gtest.h>

#include "properties/check/rule.h"
#include "properties/gate/judge.h"

namespace tickproof::gate {
namespace {

std::set<std::string> ids_of_findings() {
    std::set<std::string> ids{"golden"};
    for (const Property& property : properties()) ids.emplace(property.id);
    for (const std::string_view id : {broken::refusal, broken::refusal_message, broken::must_refuse,
                                      broken::deterministic, broken::layer_independent}) {
        ids.emplace(id);
    }
    for (const FailureKind kind : {FailureKind::crash, FailureKind::early_end, FailureKind::hang, FailureKind::garbage,
                                   FailureKind::flood, FailureKind::bad_exit}) {
        ids.insert("planner-" + std::string(word(kind)));
    }
    return ids;
}

TEST(Explanation, EveryFindingHasOneAndNothingElseHas) {
    std::set<std::string> explained;
    for (const std::string& id : ids_of_findings()) {
        if (check::rule_named(id)) explained.insert(id);
    }
    for (const Explanation& one : explanations()) {
        EXPECT_FALSE(check::rule_named(one.id)) << one.id << " has the rule's words";
        EXPECT_TRUE(explained.emplace(one.id).second) << one.id << " is there twice";
        EXPECT_EQ(explanation_named(one.id)->meaning, one.meaning);
        for (const std::string_view text : {one.meaning, one.example, one.advice}) EXPECT_FALSE(text.empty()) << one.id;
    }
    EXPECT_EQ(explained, ids_of_findings());
    EXPECT_FALSE(explanation_named("gravity"));
}

}  // namespace
}  // namespace tickproof::gate

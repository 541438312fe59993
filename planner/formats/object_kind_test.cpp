#include "planner/formats/object_kind.h"

#include <gtest/gtest.h>

namespace tickproof::formats {
namespace {

ObjectKind kind(std::string_view text) {
    const auto tree = json::parse_all(text);
    EXPECT_TRUE(tree.has_value());
    return kind_of(plan_within(tree->root()));
}

TEST(ObjectKind, IsToldByKeys) {
    EXPECT_EQ(kind(R"({"events":[]})"), ObjectKind::plan);
    EXPECT_EQ(kind(R"({"id":"a","orders":[]})"), ObjectKind::orders);
    EXPECT_EQ(kind(R"({"ndevs":2,"blocks":[]})"), ObjectKind::tessel);
    EXPECT_EQ(kind(R"({"error":"no"})"), ObjectKind::neither);
    EXPECT_EQ(kind("{}"), ObjectKind::neither);
    EXPECT_EQ(kind("[]"), ObjectKind::neither);
}

TEST(ObjectKind, LooksIntoAWrapper) {
    EXPECT_EQ(kind(R"({"config":{},"plan":{"events":[]}})"), ObjectKind::plan);
    EXPECT_EQ(kind(R"({"plan":null})"), ObjectKind::neither);
    EXPECT_EQ(kind(R"({"plan":{"orders":[]}})"), ObjectKind::orders);
}

TEST(ObjectKind, LeavesAPlanOfAnotherMeaningAlone) {
    EXPECT_EQ(kind(R"({"plan":{"events":[]},"orders":[]})"), ObjectKind::orders);
    const auto tree = json::parse_all(R"({"events":[],"plan":{}})");
    EXPECT_EQ(plan_within(tree->root()).place(), tree->root().place());
    EXPECT_EQ(plan_within(tree->root()).size(), 2U);
}

}  // namespace
}  // namespace tickproof::formats

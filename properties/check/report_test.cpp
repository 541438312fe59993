#include "properties/check/report.h"

#include <limits>

#include <gtest/gtest.h>

namespace tickproof::check {
namespace {

std::pair<std::string, std::string> somewhere() { return {"event 7", "words"}; }

TEST(Report, KeepsTheFirstOfEachRuleAndCountsAll) {
    Report report;
    std::size_t described = 0;
    for (int i = 0; i < 1000; ++i) {
        report.add(Rule::one_op, [&] {
            ++described;
            return somewhere();
        });
    }
    report.add(Rule::cover, somewhere);
    EXPECT_EQ(described, Report::kept_per_rule);
    EXPECT_EQ(report.violations().size(), Report::kept_per_rule + 1);
    EXPECT_EQ(report.count(Rule::one_op), 1000U);
    EXPECT_EQ(report.count(), 1001U);
    EXPECT_FALSE(report.valid());
}

TEST(Report, CountsStopAtTheLargestNumber) {
    Report report;
    report.count_more(Rule::cover, std::numeric_limits<std::uint64_t>::max());
    report.count_more(Rule::cover, 5);
    report.count_more(Rule::ids, 5);
    EXPECT_EQ(report.count(), std::numeric_limits<std::uint64_t>::max());
}

TEST(Report, AppendedReportsShareTheRoom) {
    Report first;
    Report second;
    for (int i = 0; i < 15; ++i) first.add(Rule::ids, somewhere);
    for (int i = 0; i < 15; ++i) second.add(Rule::ids, somewhere);
    first.append(std::move(second));
    EXPECT_EQ(first.violations().size(), Report::kept_per_rule);
    EXPECT_EQ(first.count(Rule::ids), 30U);
    EXPECT_FALSE(first.keeps(Rule::ids));
}

}  // namespace
}  // namespace tickproof::check

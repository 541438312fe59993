// Every case of the corpus: the checker and the file agree.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "planner/formats/json_lines.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/plan_json.h"
#include "properties/check/expect.h"

namespace tickproof::check {
namespace {

std::string corpus_file(const std::string& name) {
    std::ifstream file(TICKPROOF_CORPUS "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<formats::OrdersCase> cases() {
    const std::string text = corpus_file("orders.jsonl");
    formats::JsonLines lines(text);
    std::vector<formats::OrdersCase> all;
    while (const auto document = lines.next()) {
        if (!document->tree) {
            ADD_FAILURE() << document->tree.error().message;
            continue;
        }
        auto read = formats::read_orders(document->tree->root());
        if (read) {
            all.push_back(*std::move(read));
        } else {
            ADD_FAILURE() << "line " << document->line << ": " << read.error().message;
        }
    }
    return all;
}

Agreement judge(const formats::OrdersCase& one, const Expectation& expected) {
    const Problem problem = problem_of(one.orders);
    return compare(problem, one.orders, check_orders(problem, one.orders), expected);
}

TEST(Corpus, EveryCaseAgrees) {
    const std::vector<formats::OrdersCase> all = cases();
    EXPECT_EQ(all.size(), 29U);
    for (const formats::OrdersCase& one : all) {
        ASSERT_TRUE(one.expect.has_value()) << one.orders.id;
        const Agreement agreement = judge(one, *one.expect);
        EXPECT_TRUE(std::holds_alternative<Agrees>(agreement)) << one.orders.id;
        if (const auto* disagrees = std::get_if<Disagrees>(&agreement)) {
            for (const std::string& sentence : disagrees->sentences) ADD_FAILURE() << one.orders.id << ": " << sentence;
        }
    }
}

// Each claim is made wrong in turn, so that none of them agrees because it is not looked at.
TEST(Corpus, AWrongFigureDisagrees) {
    for (const formats::OrdersCase& one : cases()) {
        const Expectation right = *one.expect;
        std::vector<Expectation> wrong;
        const auto spoil = [&](auto field, auto change) {
            if (!(right.*field)) return;
            wrong.push_back(right);
            change(*(wrong.back().*field));
        };
        const auto flip = [](bool& claim) { claim = !claim; };
        const auto raise = [](std::uint64_t& figure) { ++figure; };
        const auto raise_first = [](std::vector<std::uint64_t>& peaks) { ++peaks.at(0); };
        spoil(&Expectation::valid, flip);
        spoil(&Expectation::dependencies_run, flip);
        spoil(&Expectation::makespan_ticks, raise);
        spoil(&Expectation::messages, raise);
        spoil(&Expectation::peak, raise_first);
        spoil(&Expectation::peak_freed_at_input_gradient, raise_first);
        spoil(&Expectation::grouped_runs, flip);
        spoil(&Expectation::fifo_fits, flip);
        for (std::size_t i = 0; i < right.buffered.size(); ++i) {
            wrong.push_back(right);
            flip(wrong.back().buffered[i].runs);
        }
        for (const Expectation& claims : wrong) {
            EXPECT_TRUE(std::holds_alternative<Disagrees>(judge(one, claims))) << one.orders.id;
        }
    }
}

// The same two orders of an interleaved schedule: alike without latency, far apart with it or with one buffer slot.
TEST(Corpus, LatencyAndBuffersTellTwoInterleavedOrdersApart) {
    constexpr Communication one_slot{.handover = Handover::buffered, .slots = 1};
    const std::map<std::string, std::uint64_t> ticks_at_latency_one{{"14a", 52}, {"14b", 68}};
    std::size_t found = 0;
    for (const formats::OrdersCase& one : cases()) {
        const auto expected = ticks_at_latency_one.find(one.orders.id);
        if (expected == ticks_at_latency_one.end()) continue;
        ++found;
        Problem problem = problem_of(one.orders);
        EXPECT_EQ(std::get<Executed>(execute(problem, one.orders)).makespan_ticks, 38U);
        for (const std::uint64_t latency : {1U, 0U}) {
            problem.hop_latency_ticks = latency;
            const bool runs = std::holds_alternative<Executed>(execute(problem, one.orders, one_slot));
            EXPECT_EQ(runs, one.orders.id == "14a");
        }
        problem.hop_latency_ticks = 1;
        EXPECT_EQ(std::get<Executed>(execute(problem, one.orders)).makespan_ticks, expected->second);
    }
    EXPECT_EQ(found, 2U);
}

TEST(Corpus, ThePlansOfTheProductionPlannerHoldByEveryRule) {
    const std::string text = corpus_file("golden/plans.jsonl");
    formats::JsonLines lines(text);
    std::size_t plans = 0;
    while (const auto document = lines.next()) {
        ASSERT_TRUE(document->tree.has_value());
        const auto plan = formats::read_plan(document->tree->root().find("plan").value());
        ASSERT_TRUE(plan.has_value()) << document->line;
        const Report report = check_plan(*plan, {.rules = Rules::all, .placement = {}, .max_in_flight = {}});
        for (const Violation& violation : report.violations()) {
            ADD_FAILURE() << document->line << ": " << violation.witness;
        }
        ++plans;
    }
    EXPECT_GT(plans, 0U);
}

}  // namespace
}  // namespace tickproof::check

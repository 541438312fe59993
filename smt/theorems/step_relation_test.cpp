// The relation of theorems 2 and 3 against the reference planner, on every transition that it makes.
#include "smt/theorems/step_relation.h"

#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "planner/reference_planner.h"
#include "smt/theorems/claim.h"
#include "smt/theorems/smtlib_test_evaluator.h"

namespace tickproof::theorems {
namespace {

using Run = std::pair<std::int64_t, std::int64_t>;  // position, microbatch
using Tick = std::set<Run>;

// What a planner did.
struct Course {
    PipelineConfig config;
    std::vector<Tick> ticks;
};

std::int64_t stages(const PipelineConfig& config) {
    return static_cast<std::int64_t>(config.stage_count * config.virtual_stages_per_rank);
}

Course course(const PipelineConfig& config) {
    const PlanResult plan = reference_plan(config);
    Course result{config, {}};
    if (!plan) return result;
    for (const TimedOp& op : plan->events) {
        const std::int64_t position = op.kind == OpKind::forward ? op.stage : 2 * stages(config) - 1 - op.stage;
        result.ticks.resize(std::max(result.ticks.size(), op.start_tick + 1));
        result.ticks[op.start_tick].emplace(position, op.microbatch);
    }
    return result;
}

// All that a planner does for S <= 4, V <= 3, M <= 6; what it refuses is left out.
std::vector<Course> courses(ScheduleKind schedule) {
    std::vector<Course> result;
    for (std::uint64_t s = 1; s <= 4; ++s) {
        for (std::uint64_t v = 1; v <= std::min<std::uint64_t>(s, 3); ++v) {
            for (std::uint64_t m = schedule == ScheduleKind::interleaved_1f1b ? s : 1; m <= 6; ++m) {
                result.push_back(course({.n_layer = s * v,
                                         .stage_count = s,
                                         .virtual_stages_per_rank = v,
                                         .schedule = schedule,
                                         .microbatches = m}));
            }
        }
    }
    return result;
}

// What the relation says runs in a tick that starts with these counters.
Tick runs(const Evaluator& relation, const PipelineConfig& config, const std::vector<std::int64_t>& done) {
    const auto positions = static_cast<std::int64_t>(done.size());
    const auto ranks = static_cast<std::int64_t>(config.stage_count);
    const Meaning meaning{
        .constants = {{"K", positions / 2}, {"M", static_cast<std::int64_t>(config.microbatches)}},
        .functions = {{"rank", [&](const Values& stage) { return stage[0] % ranks; }},
                      {"done", [&](const Values& p) { return done.at(static_cast<std::size_t>(p[0])); }}},
        .quantified_begin = -1,
        .quantified_end = positions + 1,
    };
    Tick tick;
    for (std::int64_t p = -1; p <= positions; ++p) {
        if (relation.call("runs", {p}, meaning) != 0) tick.emplace(p, done.at(static_cast<std::size_t>(p)));
    }
    return tick;
}

bool agrees(const Evaluator& relation, const Course& course) {
    std::vector<std::int64_t> done(static_cast<std::size_t>(2 * stages(course.config)), 0);
    for (const Tick& tick : course.ticks) {
        if (runs(relation, course.config, done) != tick) return false;
        for (const Run& run : tick) ++done[static_cast<std::size_t>(run.first)];
    }
    const auto microbatches = static_cast<std::int64_t>(course.config.microbatches);
    return std::ranges::all_of(done, [&](std::int64_t count) { return count == microbatches; });
}

std::size_t disagreeing(const std::string& relation, const std::vector<Course>& courses) {
    const Evaluator evaluator(relation);
    return static_cast<std::size_t>(
        std::ranges::count_if(courses, [&](const Course& course) { return !agrees(evaluator, course); }));
}

// A planner that takes the highest microbatch first makes the same plan with the microbatches numbered backwards.
Course highest_first(Course course) {
    const auto last = static_cast<std::int64_t>(course.config.microbatches) - 1;
    for (Tick& tick : course.ticks) {
        Tick renumbered;
        for (const Run& run : tick) renumbered.emplace(run.first, last - run.second);
        tick = std::move(renumbered);
    }
    return course;
}

class StepRelation : public testing::TestWithParam<ScheduleKind> {
protected:
    const std::string relation = step_relation(GetParam());
    const std::vector<Course> planned = courses(GetParam());

    [[nodiscard]] std::string with(std::string_view from, std::string_view to) const {
        EXPECT_NE(relation.find(from), std::string::npos);
        return replaced(relation, from, to);
    }
};

TEST_P(StepRelation, IsWhatTheReferencePlannerDoes) {
    EXPECT_EQ(planned.size(), GetParam() == ScheduleKind::gpipe ? 54U : 37U);
    for (const Course& course : planned) EXPECT_FALSE(course.ticks.empty());
    EXPECT_EQ(disagreeing(relation, planned), 0U);
}

TEST_P(StepRelation, IsNotWithTheOtherPreference) {
    const ScheduleKind other = GetParam() == ScheduleKind::gpipe ? ScheduleKind::interleaved_1f1b : ScheduleKind::gpipe;
    EXPECT_GT(disagreeing(step_relation(other), planned), 0U);
    EXPECT_GT(disagreeing(relation, courses(other)), 0U);
}

TEST_P(StepRelation, IsNotWithTheHighestMicrobatchFirst) {
    EXPECT_GT(disagreeing(with("(< (done p) (done q))", "(> (done p) (done q))"), planned), 0U);
    std::vector<Course> changed = planned;
    std::ranges::transform(changed, changed.begin(), highest_first);
    EXPECT_GT(disagreeing(relation, changed), 0U);
}

TEST_P(StepRelation, IsNotWithAnythingElseChanged) {
    EXPECT_GT(disagreeing(with("(< (done p) (before p))", "(< (done p) M)"), planned), 0U);
    EXPECT_GT(disagreeing(with("(= (rank (stage q)) (rank (stage p)))", "true"), planned), 0U);
    EXPECT_GT(disagreeing(with("(forall ((q Int)) (=> (on_chain q) (yields q p)))", "true"), planned), 0U);
    EXPECT_GT(disagreeing(with("(- (* 2 K) 1 p)", "(- p K)"), planned), 0U);
}

// Lemma tick_no_ties, seen at work.
TEST_P(StepRelation, IsTheSameWhoeverWinsTies) {
    EXPECT_EQ(disagreeing(with("(= (done p) (done q)) (< p q)", "(= (done p) (done q)) (> p q)"), planned), 0U);
}

INSTANTIATE_TEST_SUITE_P(Schedules, StepRelation, testing::Values(ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b),
                         [](const auto& schedule) { return std::string(name(schedule.param)); });

}  // namespace
}  // namespace tickproof::theorems

#include "properties/gate/shrink.h"

#include <gtest/gtest.h>

#include "planner/build_plan.h"

namespace tickproof::gate {
namespace {

using Fails = bool (*)(const PipelineConfig&);

// The right plan, but for the last event wherever `fails` says so.
PlannerFunction forgetful(Fails fails) {
    return [fails](const PipelineConfig& config) {
        PlanResult plan = build_plan(config);
        if (plan && fails(config)) plan->events.pop_back();
        return plan;
    };
}

const PipelineConfig large{
    .n_layer = 60, .stage_count = 8, .virtual_stages_per_rank = 4, .schedule = ScheduleKind::gpipe, .microbatches = 40};

struct Count {
    std::uint64_t questions = 0;
};

Shrunk shrunk(Fails fails, const ShrinkLimits& limits = {}, Count* count = nullptr) {
    const PlannerFunction planner = forgetful(fails);
    FunctionPlanner asked([&](const PipelineConfig& config) {
        if (count != nullptr) ++count->questions;
        return planner(config);
    });
    return shrink({large, {"exactly-once", "an op is missing"}, {}}, asked, Level::valid, limits);
}

PipelineConfig shape(std::uint64_t s, std::uint64_t v, std::uint64_t m) {
    return {.n_layer = s * v,
            .stage_count = s,
            .virtual_stages_per_rank = v,
            .schedule = ScheduleKind::gpipe,
            .microbatches = m};
}

TEST(Shrink, FindsTheSmallestOfAll) {
    EXPECT_EQ(shrunk([](const PipelineConfig&) { return true; }).config, shape(1, 1, 1));
}

TEST(Shrink, StopsAtTheConditionOfTheFault) {
    EXPECT_EQ(shrunk([](const PipelineConfig& c) { return c.stage_count >= 3 && c.microbatches >= 5; }).config,
              shape(3, 1, 5));
    EXPECT_EQ(
        shrunk([](const PipelineConfig& c) { return c.virtual_stages_per_rank > 1 && c.microbatches % 2 == 0; }).config,
        shape(2, 2, 2));
}

TEST(Shrink, TellsWhatTheSmallestShows) {
    const Shrunk found = shrunk([](const PipelineConfig&) { return true; });
    EXPECT_EQ(found.broken.property, "exactly-once");
    EXPECT_NE(found.broken.witness, "an op is missing");
}

TEST(Shrink, KeepsWhatDoesNotShowAgain) {
    const Shrunk found = shrunk([](const PipelineConfig&) { return false; });
    EXPECT_EQ(found.config, large);
    EXPECT_EQ(found.broken.witness, "an op is missing");
}

TEST(Shrink, AsksNoMoreThanItMay) {
    Count count;
    EXPECT_EQ(shrunk([](const PipelineConfig&) { return false; }, {.questions = 7}, &count).config, large);
    EXPECT_EQ(count.questions, 7U * 3);
}

TEST(Shrink, StopsWhenTimeIsUpOrSomebodyInterrupts) {
    Count count;
    const Fails never = [](const PipelineConfig&) { return false; };
    EXPECT_EQ(shrunk(never, {.time = std::chrono::milliseconds(0)}, &count).config, large);
    EXPECT_EQ(shrunk(never, {.interrupted = [] { return true; }}, &count).config, large);
    EXPECT_EQ(count.questions, 0U);
}

}  // namespace
}  // namespace tickproof::gate

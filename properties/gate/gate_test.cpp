#include "properties/gate/gate.h"

#include <atomic>

#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "properties/gate/built_in.h"

namespace tickproof::gate {
namespace {

const GateWatch unwatched{[](double) {}, [] { return false; }};

PlanResult refuses(const PipelineConfig&) {
    return std::unexpected(PlanError{PlanError::Kind::invalid_config, "not today"});
}

// A planner that does `spoil` to the right plans.
template <class Spoil>
PlannerFunction spoilt(Spoil spoil) {
    return [spoil](const PipelineConfig& config) {
        PlanResult plan = build_plan(config);
        if (plan) spoil(config, *plan);
        return plan;
    };
}

Candidate candidate(const PlannerFunction& planner) {
    return {.name = "planner",
            .make = [planner] { return std::make_unique<FunctionPlanner>(planner); },
            .schedules = {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b},
            .gate_command = "tickproof gate --planner 'it'\\''s' --level valid",
            .whole_run = "tickproof gate --cases 40"};
}

GateOptions few_cases() {
    GateOptions options;
    options.grid = external_grid;
    options.cases = 40;
    return options;
}

GateResult result_of(const PlannerFunction& planner, const GateOptions& options = few_cases()) {
    return run_gate(candidate(planner), options, unwatched).value();
}

std::string ids(const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& finding : findings) all += finding.id + " ";
    return all;
}

const PlannerFunction forgetful = spoilt([](const PipelineConfig& config, Plan& plan) {
    if (config.microbatches > 2 && config.stage_count > 1) plan.events.pop_back();
});

TEST(Gate, TheBuiltInPlannersPass) {
    GateOptions options;
    options.level = Level::conform;
    options.grid = {{1, 3}, {1, 2}, {1, 4}};
    options.cases = 100;
    double last = 0;
    const GateResult result = run_gate(built_in_planners(), options,
                                       {[&](double share) {
                                            EXPECT_GT(share, last);
                                            last = share;
                                        },
                                        [] { return false; }})
                                  .value();
    EXPECT_DOUBLE_EQ(last, 1);
    EXPECT_EQ(verdict_of(result), GateVerdict::passed) << ids(result.findings) << result.stopped;
    EXPECT_EQ(result.cases, 3U * 2 * 4 * 3 * 2 + 100);
    EXPECT_EQ(result.planned + result.refused, result.cases);
    EXPECT_EQ(result.golden.plans, 39U);
}

TEST(Gate, FindingsAreTheSmallestAndOneAPropertyAndSchedule) {
    const GateResult result = result_of(forgetful);
    EXPECT_EQ(verdict_of(result), GateVerdict::failed);
    EXPECT_NE(ids(result.findings).find("exactly-once:gpipe:S2V1M3L2 "), std::string::npos) << ids(result.findings);
    EXPECT_NE(ids(result.findings).find("exactly-once:interleaved_1f1b:S2V1M3L2 "), std::string::npos);
    EXPECT_EQ(result.findings.front().reproduce,
              "echo '{\"n_layer\":2,\"pipeline\":{\"enabled\":true,\"stage_count\":2,\"virtual_stages_per_rank\":1,"
              "\"schedule\":\"gpipe\",\"microbatches\":3,\"partition\":\"layer_contiguous\"}}' | tickproof gate "
              "--planner 'it'\\''s' --level valid --config -");
}

TEST(Gate, AnOwnConfigurationIsShrunkToo) {
    GateOptions options;
    options.own_cases = false;
    options.configs = {{.n_layer = 99,
                        .stage_count = 7,
                        .virtual_stages_per_rank = 3,
                        .schedule = ScheduleKind::interleaved_1f1b,
                        .microbatches = 20}};
    const GateResult result = result_of(forgetful, options);
    EXPECT_EQ(result.cases, 1U);
    EXPECT_NE(ids(result.findings).find("exactly-once:interleaved_1f1b:S2V1M3L2 "), std::string::npos);
}

TEST(Gate, WorkersChangeNothing) {
    GateOptions options = few_cases();
    options.cases = 200;
    options.max_failures = 100;
    const GateResult one = result_of(forgetful, options);
    options.threads = 3;
    const GateResult three = result_of(forgetful, options);
    EXPECT_EQ(ids(one.findings), ids(three.findings));
    EXPECT_EQ(one.cases, three.cases);
    EXPECT_EQ(one.planned, three.planned);
    EXPECT_EQ(one.failed, three.failed);
    EXPECT_EQ(one.findings.front().cases, three.findings.front().cases);
    EXPECT_EQ(one.stopped, three.stopped);
}

TEST(Gate, StopsAfterSoManyFailedCases) {
    GateOptions options = few_cases();
    options.max_failures = 3;
    const GateResult result = result_of(forgetful, options);
    EXPECT_EQ(result.failed, 3U);
    EXPECT_EQ(result.stopped, "3 cases failed (--max-failures)");
}

TEST(Gate, AKnownFindingDoesNotFailAndAFixedOneIsGone) {
    GateOptions options = few_cases();
    options.max_failures = 1000;
    const GateResult before = result_of(forgetful, options);
    for (const Finding& finding : before.findings) options.baseline.push_back(finding.id);
    options.baseline.emplace_back("dependency:gpipe:S9V1M9L9");
    const GateResult after = result_of(forgetful, options);
    EXPECT_EQ(verdict_of(after), GateVerdict::passed);
    EXPECT_EQ(ids(after.known), ids(before.findings));
    EXPECT_EQ(after.failed, 0U);
    EXPECT_EQ(after.gone, std::vector<std::string>{"dependency:gpipe:S9V1M9L9"});
}

TEST(Gate, APlannerThatRefusesEverythingIsUndecided) {
    const GateResult result = result_of(refuses);
    EXPECT_EQ(verdict_of(result), GateVerdict::undecided);
    EXPECT_EQ(result.planned, 0U);
    EXPECT_EQ(ids(result.undecided), "refusal:gpipe:S1V1M1L1 refusal:interleaved_1f1b:S1V1M1L1 ");
}

TEST(Gate, ARefusalOfItsOwnIsUndecidedUnlessItIsKnown) {
    const PlannerFunction picky = [](const PipelineConfig& config) {
        return config.stage_count == 3 ? refuses(config) : build_plan(config);
    };
    GateOptions options = few_cases();
    const GateResult result = result_of(picky, options);
    EXPECT_EQ(verdict_of(result), GateVerdict::undecided);
    EXPECT_EQ(ids(result.undecided), "refusal:gpipe:S3V1M1L3 refusal:interleaved_1f1b:S3V1M3L3 ");
    for (const Finding& finding : result.undecided) options.baseline.push_back(finding.id);
    EXPECT_EQ(verdict_of(result_of(picky, options)), GateVerdict::passed);
}

TEST(Gate, OtherWordsOfRefusalMatterAtConformAlone) {
    const PlannerFunction other_words = [](const PipelineConfig& config) {
        PlanResult plan = build_plan(config);
        return plan ? std::move(plan) : refuses(config);
    };
    GateOptions options = few_cases();
    EXPECT_EQ(verdict_of(result_of(other_words, options)), GateVerdict::passed);
    options.level = Level::conform;
    EXPECT_EQ(verdict_of(result_of(other_words, options)), GateVerdict::failed);
}

TEST(Gate, NothingAskedIsUndecided) {
    GateOptions options;
    options.cases = 0;
    EXPECT_EQ(verdict_of(result_of(build_plan, options)), GateVerdict::undecided);
}

TEST(Gate, AnswersThatChangeAreFound) {
    const auto calls = std::make_shared<std::atomic<std::uint64_t>>(0);
    const auto moody = spoilt([calls](const PipelineConfig&, Plan& plan) {
        if (++*calls % 2 == 0 && plan.events.size() > 1) std::swap(plan.events[0], plan.events[1]);
    });
    EXPECT_NE(ids(result_of(moody).findings).find("deterministic:"), std::string::npos);
}

// Right as long as it was not asked for many, then forgetful where M > 2.
class Tiring final : public Planner {
public:
    std::vector<Answer> ask(std::span<const PipelineConfig> requests) override {
        std::vector<Answer> answers;
        for (const PipelineConfig& request : requests) {
            Plan plan = build_plan(request).value();
            if (++asked_ > 20 && request.microbatches > 2) plan.events.pop_back();
            answers.emplace_back(std::move(plan));
        }
        return answers;
    }

private:
    int asked_ = 0;
};

TEST(Gate, WhatShowsOnlyAfterOtherRequestsSaysSo) {
    Candidate tiring = candidate(build_plan);
    tiring.schedules = {ScheduleKind::gpipe};
    tiring.make = [] { return std::make_unique<Tiring>(); };
    GateOptions options;
    options.grid = {{1, 2}, {1, 1}, {1, 4}};
    options.own_cases = false;
    options.seed = 9;
    for (int i = 0; i < 40; ++i) {
        options.configs.push_back({.n_layer = 2, .stage_count = 2, .schedule = ScheduleKind::gpipe, .microbatches = 3});
    }
    const GateResult result = run_gate(tiring, options, unwatched).value();
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings[0].id, "exactly-once:gpipe:S1V1M3L1");
    EXPECT_EQ(result.findings[0].note, "fails only after other requests: run the whole gate again with --seed 9");
    EXPECT_EQ(result.findings[0].reproduce, "tickproof gate --cases 40");
    EXPECT_EQ(result_of(forgetful).findings[0].note, "");
}

TEST(Gate, WhatOnlyFollowsFromABrokenRuleIsLeftOut) {
    const PlannerFunction hasty = spoilt([](const PipelineConfig&, Plan& plan) {
        for (TimedOp& op : plan.events) op.start_tick = 0;
    });
    const std::string found = ids(result_of(hasty).findings);
    EXPECT_NE(found.find("dependency:"), std::string::npos) << found;
    EXPECT_EQ(found.find("bound:"), std::string::npos) << found;
}

TEST(Gate, GoldenFindingsCanBeAcceptedById) {
    Candidate candidate_of_today = built_in_planners();
    const std::string plans(candidate_of_today.golden->plans.substr(0, candidate_of_today.golden->plans.size() - 20));
    candidate_of_today.golden->plans = plans;
    GateOptions options = few_cases();
    const GateResult found = run_gate(candidate_of_today, options, unwatched).value();
    EXPECT_EQ(ids(found.findings), "golden ");
    EXPECT_EQ(found.failed, 1U);
    options.baseline = {"golden"};
    const GateResult accepted = run_gate(candidate_of_today, options, unwatched).value();
    EXPECT_EQ(ids(accepted.known), "golden ");
    EXPECT_EQ(accepted.failed, 0U);
    EXPECT_EQ(verdict_of(accepted), GateVerdict::passed);
}

TEST(Gate, EventsThatDependOnTheLayersAreFoundAtConform) {
    const auto layered = spoilt([](const PipelineConfig& config, Plan& plan) {
        if (config.n_layer % 2 == 1 && plan.events.size() > 1) std::swap(plan.events[0], plan.events[1]);
    });
    GateOptions options = few_cases();
    options.level = Level::conform;
    EXPECT_NE(ids(result_of(layered, options).findings).find("layer-independent:"), std::string::npos);
}

// Fails from the given request on.
class Failing final : public Planner {
public:
    explicit Failing(std::size_t works) : works_(works) {}
    std::vector<Answer> ask(std::span<const PipelineConfig> requests) override {
        std::vector<Answer> answers;
        for (const PipelineConfig& request : requests) {
            if (asked_++ < works_) {
                answers.emplace_back(*build_plan(request));
                continue;
            }
            answers.emplace_back(Failure{FailureKind::crash, "it fell over", "panicked\n"});
            if (asked_ - works_ >= most_failures_in_a_row) break;
        }
        return answers;
    }
    std::vector<Failure> finish() override { return {{FailureKind::bad_exit, "it ended with exit code 1", {}}}; }

private:
    std::size_t works_;
    std::size_t asked_ = 0;
};

TEST(Gate, APlannerThatAlwaysFailsIsNotAskedForever) {
    Candidate broken = candidate(build_plan);
    broken.schedules = {ScheduleKind::gpipe};
    broken.make = [] { return std::make_unique<Failing>(0); };
    const GateResult result = run_gate(broken, few_cases(), unwatched).value();
    EXPECT_EQ(result.stopped, "the planner failed 8 times in a row");
    EXPECT_EQ(verdict_of(result), GateVerdict::failed);
    EXPECT_EQ(ids(result.findings), "planner-crash:gpipe:S1V1M1L1 planner-bad-exit:gpipe:S1V1M1L1 ");
    EXPECT_EQ(result.findings.front().stderr_tail, "panicked\n");
}

// Cannot be started from the given request on.
class Absent final : public Planner {
public:
    Absent(std::size_t works, FailureKind kind) : works_(works), kind_(kind) {}
    std::vector<Answer> ask(std::span<const PipelineConfig> requests) override {
        std::vector<Answer> answers;
        for (const PipelineConfig& request : requests) {
            if (asked_++ >= works_) {
                answers.emplace_back(Failure{kind_, "cannot start 'p'", {}});
                break;
            }
            answers.emplace_back(answer_of(build_plan(request)));
        }
        return answers;
    }

private:
    std::size_t works_;
    FailureKind kind_;
    std::size_t asked_ = 0;
};

std::expected<GateResult, std::string> absent_after(std::size_t requests, FailureKind kind) {
    Candidate absent = candidate(build_plan);
    absent.make = [=] { return std::make_unique<Absent>(requests, kind); };
    return run_gate(absent, few_cases(), unwatched);
}

TEST(Gate, APlannerThatCannotBeStartedIsAnError) {
    EXPECT_EQ(absent_after(0, FailureKind::not_started).error(), "cannot start 'p'");
}

TEST(Gate, ALackOfRoomAndAPlannerThatIsGoneLeaveItUndecided) {
    for (const auto& result : {absent_after(0, FailureKind::no_room), absent_after(20, FailureKind::no_room),
                               absent_after(20, FailureKind::not_started)}) {
        ASSERT_TRUE(result);
        EXPECT_EQ(result->stopped, "cannot start 'p'");
        EXPECT_EQ(ids(result->findings), "");
        EXPECT_EQ(verdict_of(*result), GateVerdict::undecided);
    }
}

TEST(Gate, ABadEndIsToldOnce) {
    Candidate ends_badly = candidate(build_plan);
    ends_badly.make = [] { return std::make_unique<Failing>(100'000); };
    GateOptions options;
    options.own_cases = false;
    options.configs = {{.n_layer = 4, .stage_count = 2, .schedule = ScheduleKind::gpipe, .microbatches = 3}};
    options.threads = 2;
    const GateResult result = run_gate(ends_badly, options, unwatched).value();
    EXPECT_EQ(ids(result.findings), "planner-bad-exit:gpipe:S2V1M3L4 ");
}

TEST(Gate, AnInterruptedRunIsUndecidedWhateverItFound) {
    GateOptions options = few_cases();
    options.max_failures = 1000;
    bool stop = false;
    const GateResult result =
        run_gate(candidate(forgetful), options, {[&](double) { stop = true; }, [&] { return stop; }}).value();
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(result.stopped, "it was interrupted");
    EXPECT_GT(result.findings.size(), 0U);
    EXPECT_LT(result.cases, 100U);
    EXPECT_EQ(verdict_of(result), GateVerdict::undecided);
}

// Somebody interrupts after so many calls of the planner, or while it is waited for at the end.
class Interrupted final : public Planner {
public:
    Interrupted(PlannerFunction function, int calls, bool& stop)
        : planner_(std::move(function)), left_(calls), stop_(stop) {}
    std::vector<Answer> ask(std::span<const PipelineConfig> requests) override {
        if (left_-- == 0) stop_ = true;
        return planner_.ask(requests);
    }
    std::vector<Failure> finish() override {
        stop_ = true;
        return {};
    }

private:
    FunctionPlanner planner_;
    int left_;
    bool& stop_;
};

GateResult interrupted_run(const PlannerFunction& function, int calls) {
    bool stop = false;
    Candidate interrupted = candidate(function);
    interrupted.make = [&] { return std::make_unique<Interrupted>(function, calls, stop); };
    GateOptions options;
    options.own_cases = false;
    options.configs = {{.n_layer = 4, .stage_count = 2, .schedule = ScheduleKind::gpipe, .microbatches = 3}};
    return run_gate(interrupted, options, {[](double) {}, [&] { return stop; }}).value();
}

TEST(Gate, AnInterruptionIsHeardUpToTheEnd) {
    for (const int calls : {0, 1000}) {
        const GateResult result = interrupted_run(build_plan, calls);
        EXPECT_EQ(result.stopped, "it was interrupted");
        EXPECT_EQ(result.cases, 1U);
        EXPECT_EQ(verdict_of(result), GateVerdict::undecided);
    }
}

TEST(Gate, AnInterruptionLosesNothingThatWasAnswered) {
    const GateResult result = interrupted_run(forgetful, 0);
    EXPECT_EQ(result.findings.size(), interrupted_run(forgetful, 1000).findings.size());
    EXPECT_GT(result.findings.size(), 0U);
    EXPECT_EQ(verdict_of(result), GateVerdict::undecided);
}

}  // namespace
}  // namespace tickproof::gate

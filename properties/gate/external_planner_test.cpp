#include "properties/gate/external_planner.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/build_plan.h"
#include "planner/formats/plan_json.h"
#include "planner/model/limits.h"

namespace tickproof::gate {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds soon{20'000};

ExternalCommand command(const std::string& script, milliseconds timeout = soon) {
    return {.words = {"/bin/sh", "-c", script}, .timeout = timeout};
}

const PipelineConfig config{.n_layer = 4, .stage_count = 2, .microbatches = 3};

std::string plan_json() {
    std::string plan;
    formats::write_plan(*build_plan(config), [&](std::string_view piece) { plan += piece; });
    return plan;
}

std::string in_words(const Answer& answer) {
    constexpr std::array kinds{"not_started", "no_room", "crash", "early_end", "hang", "garbage", "flood", "bad_exit"};
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return refusal->message;
    if (const auto* failure = std::get_if<Failure>(&answer)) {
        return fmt::format("{}({})", kinds.at(static_cast<std::size_t>(failure->kind)), failure->what);
    }
    return "plan";
}

std::string joined(const std::vector<Answer>& answers) {
    std::string all;
    for (const Answer& answer : answers) all += (all.empty() ? "" : " ") + in_words(answer);
    return all;
}

std::string answers_of(ExternalPlanner& planner, std::size_t requests) {
    return joined(planner.ask(std::vector<PipelineConfig>(requests, config)));
}

std::string end_of(ExternalPlanner& planner) {
    std::string all;
    for (const Failure& failure : planner.finish()) all += in_words(failure);
    return all;
}

// Counts its requests; `special` is what it does at the third.
std::string counting(const std::string& special) {
    return "n=0; while read line; do n=$((n+1)); if [ $n = 3 ]; then " + special +
           "; else echo \"{\\\"error\\\":\\\"$n\\\"}\"; fi; done";
}

// Answers "a", and does `special` where seven microbatches are asked for.
std::string special_at_seven(const std::string& special) {
    return "while read line; do case $line in *:7,*) " + special + ";; *) echo '{\"error\":\"a\"}';; esac; done";
}

std::vector<PipelineConfig> sevens_at(std::initializer_list<std::size_t> places, std::size_t requests) {
    std::vector<PipelineConfig> all(requests, config);
    for (const std::size_t place : places) all[place].microbatches = 7;
    return all;
}

// What it answers where the third request of a process goes wrong: the fourth is the first of the next process.
std::string around(const std::string& failure) { return "1 2 " + failure + " 1 2 " + failure; }

TEST(ExternalPlanner, OneProcessAnswersEverythingInOrder) {
    ExternalPlanner planner(command(
        "n=0; while read line; do n=$((n+1)); case $line in *'\"microbatches\":3,'*) echo '{\"plan\":" + plan_json() +
        "}';; *) echo \"{\\\"error\\\":\\\"$n\\\"}\";; esac; done"));
    std::vector<PipelineConfig> requests(4, config);
    for (std::size_t i = 1; i < requests.size(); ++i) requests[i].microbatches = 5;
    EXPECT_EQ(joined(planner.ask(requests)), "plan 2 3 4");
    // The fifth is the first again: its plan is where it belongs.
    EXPECT_EQ(joined(planner.ask(std::span(requests).last(2))), "6 7");
    EXPECT_EQ(joined(planner.ask({})), "");
    EXPECT_EQ(end_of(planner), "");
}

TEST(ExternalPlanner, ReadsPlans) {
    ExternalPlanner planner(command("while read line; do echo '{\"plan\":" + plan_json() + "}'; done"));
    const std::vector<Answer> answers = planner.ask(std::vector<PipelineConfig>(100, config));
    ASSERT_EQ(answers.size(), 100U);
    for (const Answer& answer : answers) EXPECT_EQ(std::get<Plan>(answer), *build_plan(config));
}

TEST(ExternalPlanner, ACrashCostsItsOwnRequestAlone) {
    ExternalPlanner planner(command(counting("echo oh no >&2; kill -SEGV $$")));
    const auto answers = planner.ask(std::vector<PipelineConfig>(6, config));
    EXPECT_EQ(joined(answers), around("crash(it was ended by signal 11 before it had answered)"));
    EXPECT_EQ(std::get<Failure>(answers[2]).stderr_tail, "oh no\n");
    EXPECT_EQ(end_of(planner), "");
}

TEST(ExternalPlanner, AHangCostsItsOwnRequestAlone) {
    ExternalPlanner planner(command(counting("sleep 1000"), milliseconds(300)));
    EXPECT_EQ(answers_of(planner, 6), around("hang(there is no answer after 300 ms (is every line flushed?))"));
}

TEST(ExternalPlanner, AnEndBeforeTheAnswer) {
    ExternalPlanner planner(command(counting("exit 4")));
    EXPECT_EQ(answers_of(planner, 6), around("early_end(it ended with exit code 4 before it had answered)"));
}

TEST(ExternalPlanner, HalfALine) {
    ExternalPlanner planner(command(counting("printf '{\"err'; exit 0")));
    EXPECT_EQ(answers_of(planner, 6), around("early_end(it ended with exit code 0 in the middle of a line)"));
}

TEST(ExternalPlanner, AClosedOutput) {
    ExternalPlanner planner(command(counting("exec >&-; sleep 1000")));
    EXPECT_EQ(answers_of(planner, 3), "1 2 early_end(it closed its output before it had answered)");
}

TEST(ExternalPlanner, Garbage) {
    const auto at_seven = [](const std::string& line) {
        ExternalPlanner planner(command(special_at_seven("echo '" + line + "'")));
        return joined(planner.ask(sevens_at({2, 4}, 6)));
    };
    const auto around_it = [](const std::string& what) {
        const std::string garbage = "garbage(no answer of the protocol: " + what + ")";
        return "a a " + garbage + " a " + garbage + " a";
    };
    EXPECT_EQ(at_seven("hello"), around_it("'hello': column 1: expected a value"));
    EXPECT_EQ(at_seven("{}"), around_it("'{}': column 1: response: there is neither 'plan' nor 'error'"));
    EXPECT_EQ(at_seven(""), around_it("'': column 1: the text is empty"));
    EXPECT_NE(at_seven("{\"error\":\"a\"} {\"error\":\"b\"}").find("a a garbage"), std::string::npos);
    EXPECT_NE(at_seven("{\"plan\":{}}").find("a a garbage"), std::string::npos);
    const std::string deep = at_seven(std::string(50'000, '['));
    EXPECT_NE(deep.find("'" + std::string(60, '[') + "...' (50000 bytes)"), std::string::npos) << deep;
    const std::string in_characters = at_seven("x" + std::string(59, '-') + "ä");
    EXPECT_NE(in_characters.find("'x" + std::string(59, '-') + "...' (62 bytes)"), std::string::npos) << in_characters;
}

// It is blamed on the request that was due, and the same from run to run, but nobody can be asked alone for it.
TEST(ExternalPlanner, GarbageThatDependsOnEarlierRequests) {
    ExternalPlanner planner(command(counting("echo hello")));
    EXPECT_EQ(answers_of(planner, 6),
              around("garbage(no answer of the protocol: 'hello': column 1: expected a value)"));
}

TEST(ExternalPlanner, AFloodWithoutALineEnd) {
    ExternalPlanner planner(command(counting("yes | tr -d '\\n'")));
    EXPECT_EQ(answers_of(planner, 6), around("flood(its output is longer than an answer can be)"));
}

TEST(ExternalPlanner, AFloodOfLines) {
    const std::string flood = "flood(it wrote more lines than it was asked for)";
    ExternalPlanner at_seven(command(special_at_seven("yes '{\"error\":\"7\"}'")));
    EXPECT_EQ(joined(at_seven.ask(sevens_at({2, 4}, 6))), "a a " + flood + " a " + flood + " a");
    ExternalPlanner always(command("yes '{\"error\":\"again\"}'"));
    EXPECT_EQ(answers_of(always, 2), flood + " " + flood);
}

TEST(ExternalPlanner, MoreThanWasAskedFor) {
    ExternalPlanner planner(command("read line; echo '{\"error\":\"a\"}'; read line; echo '{\"error\":\"b\"}'"));
    EXPECT_EQ(answers_of(planner, 1), "flood(it wrote more lines than it was asked for)");
    ExternalPlanner a_plan(command("read line; echo '{\"plan\":" + plan_json() + "}'; cat >/dev/null; echo more"));
    EXPECT_EQ(answers_of(a_plan, 1), "flood(it wrote more lines than it was asked for)");
}

// Wherever the surplus line stands, what comes after it is not taken for the answer to something else.
TEST(ExternalPlanner, ASurplusLineIsBlamedOnItsRequestAlone) {
    const std::string flood = "flood(it wrote more lines than it was asked for)";
    const std::string blank = "garbage(no answer of the protocol: '': column 1: the text is empty)";
    const auto answers = [](const std::string& what, std::size_t seventh) {
        ExternalPlanner planner(command("while read line; do case $line in *:7,*) " + what +
                                        ";; *:3,*) echo '{\"plan\":" + plan_json() +
                                        "}';; *) echo '{\"error\":\"a\"}';; esac; done"));
        std::vector<PipelineConfig> requests = sevens_at({seventh}, 5);
        requests[3].microbatches = 9;
        if (seventh == 3) requests[3].microbatches = 7;
        const std::string first = joined(planner.ask(requests));
        // It is whole again for the next.
        EXPECT_EQ(joined(planner.ask({&config, 1})) + end_of(planner), "plan");
        return first;
    };
    const std::string twice = "echo '{\"error\":\"7\"}'; echo '{\"error\":\"7\"}'";
    EXPECT_EQ(answers(twice, 0), flood + " plan plan a plan");
    EXPECT_EQ(answers(twice, 2), "plan plan " + flood + " a plan");
    EXPECT_EQ(answers(twice, 4), "plan plan plan a " + flood);
    EXPECT_EQ(answers("echo '{\"error\":\"7\"}'; echo", 2), "plan plan " + flood + " a plan");
    EXPECT_EQ(answers("echo; echo '{\"error\":\"7\"}'", 2), "plan plan " + blank + " a plan");
    EXPECT_EQ(answers("echo '{\"error\":\"7\"}'; echo hello", 4), "plan plan plan a " + flood);
}

TEST(ExternalPlanner, ASurplusLineMayBeTooLongForWhereItComes) {
    ExternalPlanner planner(command(
        "while read line; do case $line in *:700,*) for i in 1 2; do echo '{\"error\":\"'$(seq -s, 30000)'\"}'; "
        "done;; *) echo '{\"plan\":" +
        plan_json() + "}';; esac; done"));
    std::vector<PipelineConfig> requests(4, config);
    requests[1].microbatches = requests[3].microbatches = 700;
    const std::string flood = "flood(it wrote more lines than it was asked for)";
    EXPECT_EQ(joined(planner.ask(requests)), "plan " + flood + " plan " + flood);
    EXPECT_EQ(joined(planner.ask(std::span(requests).last(1))), flood);
}

TEST(ExternalPlanner, ASurplusLineIsFoundBesideACrash) {
    ExternalPlanner planner(
        command("while read line; do case $line in *:7,*) kill -SEGV $$;; *:3,*) echo '{\"plan\":" + plan_json() +
                "}';; *) for i in 1 2; do echo '{\"error\":\"a\"}'; done;; esac; done"));
    std::vector<PipelineConfig> requests = sevens_at({3}, 4);
    requests[1].microbatches = 9;
    EXPECT_EQ(joined(planner.ask(requests)),
              "plan flood(it wrote more lines than it was asked for) plan "
              "crash(it was ended by signal 11 before it had answered)");
}

TEST(ExternalPlanner, ARequestThatDoesNotEndWhenItsTurnIsOverIsToldAtTheEnd) {
    ExternalPlanner planner(command("while read line; do echo '{\"error\":\"a\"}'; done; exit 3"));
    EXPECT_EQ(answers_of(planner, 3), "a a a");
    EXPECT_EQ(answers_of(planner, 3), "a a a");
    EXPECT_EQ(end_of(planner), "bad_exit(after its last answer it ended with exit code 3)");
}

TEST(ExternalPlanner, ABadExitAtTheEnd) {
    ExternalPlanner planner(command(counting("true") + "; echo sorry >&2; exit 9"));
    EXPECT_EQ(answers_of(planner, 2), "1 2");
    const std::vector<Failure> failures = planner.finish();
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(in_words(failures[0]), "bad_exit(after its last answer it ended with exit code 9)");
    EXPECT_EQ(failures[0].stderr_tail, "sorry\n");
}

TEST(ExternalPlanner, OneThatDoesNotEnd) {
    ExternalPlanner planner(command(counting("true") + "; sleep 1000", milliseconds(300)));
    EXPECT_EQ(answers_of(planner, 2), "1 2");
    EXPECT_EQ(end_of(planner), "hang(it had not ended 300 ms after the end of its input)");
}

TEST(ExternalPlanner, OneThatAlwaysFailsIsNotStartedForever) {
    ExternalPlanner dies(command("exit 1"));
    EXPECT_EQ(dies.ask(std::vector<PipelineConfig>(1000, config)).size(), most_failures_in_a_row);
    ExternalPlanner missing({.words = {"/nowhere/planner"}, .timeout = soon});
    const auto answers = missing.ask(std::vector<PipelineConfig>(1000, config));
    EXPECT_EQ(answers.size(), 1U);
    EXPECT_EQ(in_words(answers[0]), "not_started(cannot start '/nowhere/planner': no such file or directory)");
    EXPECT_EQ(end_of(missing), "");
}

TEST(ExternalPlanner, AGreetingIsGarbageHoweverManyLinesFollowIt) {
    ExternalPlanner planner(
        command("read line; printf 'ready\\n{\"error\":\"1\"}\\n{\"error\":\"2\"}\\n'; sleep 1000"));
    const std::string greeting = "garbage(no answer of the protocol: 'ready': column 1: expected a value)";
    EXPECT_EQ(answers_of(planner, 1), greeting);
    EXPECT_EQ(answers_of(planner, 2), greeting + " " + greeting);
}

TEST(ExternalPlanner, AMegabyteOnStderrIsNoHindrance) {
    ExternalPlanner planner(command("head -c 1000000 /dev/zero >&2; " + counting("true")));
    EXPECT_EQ(answers_of(planner, 2), "1 2");
    EXPECT_EQ(end_of(planner), "");
}

TEST(ExternalPlanner, AChildThatHoldsThePipeIsNoHindrance) {
    ExternalPlanner planner(command("sleep 1000 & " + counting("true")));
    EXPECT_EQ(answers_of(planner, 2), "1 2");
    EXPECT_EQ(end_of(planner), "");
}

TEST(ExternalPlanner, OneThatReadsEverythingFirstOrNothingAtAllIsAnswered) {
    // More requests than a pipe holds: neither side may wait for the other.
    ExternalPlanner planner(command("while read line; do echo '{\"error\":\"'$(seq -s, 2000)'\"}'; done"));
    EXPECT_EQ(planner.ask(std::vector<PipelineConfig>(300, config)).size(), 300U);
    ExternalPlanner deaf(command("exec <&-; sleep 0.2; exit 0"));
    EXPECT_EQ(answers_of(deaf, 1), "early_end(it ended with exit code 0 before it had answered)");
}

TEST(ExternalPlanner, AnInterruptionEndsTheQuestions) {
    bool stop = false;
    ExternalPlanner planner({.words = {"/bin/sh", "-c", counting("sleep 1000")}, .timeout = soon, .interrupted = [&] {
                                 return std::exchange(stop, true);
                             }});
    EXPECT_LE(planner.ask(std::vector<PipelineConfig>(10, config)).size(), 2U);
}

TEST(ExternalPlanner, TheCapOnAnAnswerGrowsWithItsEventsAndHasAnEnd) {
    constexpr std::size_t slack = 64 * 1024;
    EXPECT_EQ(most_answer_bytes({}), slack);
    EXPECT_EQ(most_answer_bytes(config), slack + 512 * (12 + 2 + 2));
    PipelineConfig endless = config;
    endless.microbatches = std::uint64_t{1} << 63;
    EXPECT_EQ(most_answer_bytes(endless), std::size_t{1} << 30);
    EXPECT_LT(plan_json().size() * 4, most_answer_bytes(config)) << "as we write it, it takes a quarter";
}

TEST(ExternalPlanner, TheLargestPlanOfAllIsNoFlood) {
    PipelineConfig largest{.n_layer = 2, .stage_count = 2, .schedule = ScheduleKind::gpipe};
    largest.microbatches = limits::max_plan_events / 4;
    EXPECT_GT(most_answer_bytes(largest), limits::max_plan_events * 200);
    largest.microbatches += 1;  // is refused
    EXPECT_EQ(most_answer_bytes(largest), std::size_t{1} << 30);
}

}  // namespace
}  // namespace tickproof::gate

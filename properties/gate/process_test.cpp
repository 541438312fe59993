#include "properties/gate/process.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tickproof::gate {
namespace {

using Heard = Process::Heard;
using std::chrono::milliseconds;

constexpr std::size_t plenty = 1 << 20;
constexpr milliseconds soon{20'000};

std::unique_ptr<Process> shell(const std::string& script, std::function<bool()> interrupted = [] { return false; }) {
    auto process = Process::start({"/bin/sh", "-c", script}, std::move(interrupted));
    EXPECT_TRUE(process) << process.error().why;
    return std::move(*process);
}

std::string next_line(Process& process) {
    return process.wait_for_line(plenty, soon) == Heard::line ? std::string(process.take_line()) : "none";
}

std::size_t open_descriptors() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

// A zombie is gone as well: what it ran does not go on.
bool is_gone(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return !(status >> number >> name >> state) || state == "Z" || state == "X";
}

bool is_soon_gone(pid_t pid) {
    for (int i = 0; i < 100 && !is_gone(pid); ++i) std::this_thread::sleep_for(milliseconds(20));
    return is_gone(pid);
}

TEST(Process, IsWrittenToAndReadFrom) {
    const auto process = shell("while read line; do echo \"<$line>\"; done");
    process->write("one\ntwo\n");
    EXPECT_EQ(next_line(*process), "<one>");
    process->write("three\n");
    EXPECT_EQ(next_line(*process), "<two>");
    EXPECT_EQ(next_line(*process), "<three>");
    process->close_input();
    EXPECT_EQ(process->wait_for_line(plenty, soon), Heard::end);
    const auto status = process->wait_for_exit(soon);
    ASSERT_TRUE(status);
    EXPECT_EQ(status->code, 0);
    EXPECT_EQ(status->signal, 0);
}

TEST(Process, MoreThanAnyPipeHoldsGoesBothWays) {
    const auto process = shell("cat");
    const std::string line(std::size_t{3} << 20, 'x');
    process->write(line + "\n");
    ASSERT_EQ(process->wait_for_line(line.size(), soon), Heard::line);
    EXPECT_EQ(process->take_line(), line);
}

TEST(Process, ItsStreamsCanBeOpenedByName) {
    const auto process = shell("echo problem >/dev/stderr; cat </dev/stdin >/dev/stdout");
    process->write("one\n");
    process->close_input();
    EXPECT_EQ(next_line(*process), "one");
    EXPECT_EQ(process->wait_for_exit(soon)->code, 0);
    EXPECT_EQ(process->stderr_tail(), "problem\n");
}

// Descriptors can run out anywhere between the first and the last that a process needs.
TEST(Process, TooFewDescriptorsAreAnError) {
    shell("true");              // what is opened once for all is open
    constexpr int far_up = 63;  // as one that was inherited may be: then even fewer are left than a limit leaves
    ASSERT_EQ(dup2(STDIN_FILENO, far_up), far_up);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    std::set<std::string> heard;
    for (rlim_t more = 0; more < 30; ++more) {
        // libuv leaves one open where it has no room for a second.
        const rlimit few{open_descriptors() + more, before.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
        const auto process = Process::start({"/bin/sh", "-c", "exit 7"}, [] { return false; });
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (process) {
            const auto status = (*process)->wait_for_exit(soon);
            heard.insert(status ? std::to_string(status->code) : "nothing");
        } else {
            EXPECT_TRUE(process.error().no_room);
            heard.insert(process.error().why);
        }
    }
    ::close(far_up);
    EXPECT_EQ(heard, (std::set<std::string>{"7", "cannot start '/bin/sh': too many open files"}));
}

TEST(Process, TellsHowItEnded) {
    EXPECT_EQ(shell("exit 7")->wait_for_exit(soon)->code, 7);
    EXPECT_EQ(shell("kill -SEGV $$")->wait_for_exit(soon)->signal, SIGSEGV);
    EXPECT_FALSE(shell("sleep 100")->wait_for_exit(milliseconds(50)));
}

TEST(Process, KeepsTheEndOfStderr) {
    const auto process = shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo the end >&2");
    ASSERT_TRUE(process->wait_for_exit(soon));
    EXPECT_EQ(process->stderr_tail().size(), Process::stderr_tail_bytes);
    EXPECT_TRUE(process->stderr_tail().ends_with("xthe end\n"));
}

TEST(Process, HearsTooMuch) {
    EXPECT_EQ(shell("yes | tr -d '\\n'")->wait_for_line(100'000, soon), Heard::too_long);
    EXPECT_EQ(shell("echo 12345678901")->wait_for_line(10, soon), Heard::too_long);
    EXPECT_EQ(shell("echo 1234567890")->wait_for_line(10, soon), Heard::line);
}

TEST(Process, HearsNothingInTime) {
    EXPECT_EQ(shell("sleep 100")->wait_for_line(plenty, milliseconds(60)), Heard::nothing);
    // Also where nobody has listened for longer than that.
    const auto process = shell("sleep 100");
    std::this_thread::sleep_for(milliseconds(300));
    EXPECT_EQ(process->wait_for_line(plenty, milliseconds(60)), Heard::nothing);
    // A byte now and then is no line.
    EXPECT_EQ(shell("while sleep 0.01; do printf x; done")->wait_for_line(plenty, milliseconds(200)), Heard::nothing);
}

TEST(Process, HearsAnInterruption) {
    EXPECT_EQ(shell("sleep 100", [] { return true; })->wait_for_line(plenty, soon), Heard::interrupted);
}

TEST(Process, HalfALineIsNoLine) {
    const auto process = shell("printf 'half a li'");
    EXPECT_EQ(process->wait_for_line(plenty, soon), Heard::end);
    EXPECT_EQ(process->untaken(), "half a li");
}

TEST(Process, WhatCannotBeStartedSaysWhy) {
    const auto error = [](const std::string& program) {
        const auto process = Process::start({program}, [] { return false; });
        if (process) return std::string("started");
        EXPECT_FALSE(process.error().no_room);
        return process.error().why;
    };
    EXPECT_EQ(error("/nowhere/planner"), "cannot start '/nowhere/planner': no such file or directory");
    EXPECT_EQ(error("/etc/passwd"), "cannot start '/etc/passwd': permission denied");
    EXPECT_EQ(error("/tmp"), "cannot start '/tmp': permission denied");
    EXPECT_EQ(error("planner-that-is-nowhere"), "cannot start 'planner-that-is-nowhere': no such file or directory");
}

TEST(Process, AProgramThatReadsNothingRaisesNoSignal) {
    const auto process = shell("exec <&-; sleep 0.2; echo done");
    for (int i = 0; i < 50; ++i) process->write(std::string(100'000, 'x') + "\n");
    EXPECT_EQ(next_line(*process), "done");
    process->write("more\n");
    EXPECT_TRUE(process->wait_for_exit(soon));
    process->write("more\n");
}

TEST(Process, ItsChildrenDoNotSurviveIt) {
    auto process = shell("sleep 1000 & echo $!; wait");
    const pid_t child = std::stoi(next_line(*process));
    EXPECT_FALSE(is_gone(child));
    process.reset();
    EXPECT_TRUE(is_soon_gone(child));
}

TEST(Process, AChildThatHoldsItsStreamsHoldsNobodyUp) {
    const auto process = shell("sleep 1000 & echo $!");
    const pid_t child = std::stoi(next_line(*process));
    EXPECT_EQ(process->wait_for_line(plenty, soon), Heard::end);
    EXPECT_EQ(process->wait_for_exit(soon)->code, 0);
    EXPECT_TRUE(is_soon_gone(child));
}

TEST(Process, AChildInASessionOfItsOwnHoldsNobodyUpEither) {
    const auto process = shell("setsid sleep 15 & sleep 0.2; echo started");
    EXPECT_EQ(next_line(*process), "started");
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(process->wait_for_line(plenty, soon), Heard::end);
    EXPECT_LT(std::chrono::steady_clock::now() - before, milliseconds(10'000));
}

TEST(Process, OneThatIgnoresSigtermEnds) {
    auto process = shell("trap '' TERM INT HUP; echo $$; while :; do sleep 0.05; done");
    const pid_t pid = std::stoi(next_line(*process));
    process->kill();
    EXPECT_TRUE(is_gone(pid));
}

TEST(Process, StartsWithoutBlockedOrIgnoredSignals) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const auto process = shell("grep -E 'SigBlk|SigIgn' /proc/self/status | grep -c 0000000000000000");
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_EQ(next_line(*process), "2");
}

TEST(Process, LeavesNoDescriptorAndNoChildBehind) {
    shell("true")->wait_for_exit(soon).value();  // what libuv opens once for the whole program
    const std::size_t before = open_descriptors();
    for (int i = 0; i < 20; ++i) {
        (void)shell("exit 3")->wait_for_exit(soon);
        shell("sleep 1000 & sleep 1000")->kill();
        (void)shell("yes")->wait_for_line(10'000, soon);
        (void)Process::start({"/nowhere/planner"}, [] { return false; });
        shell("cat")->write("never read\n");
    }
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST(Process, PassesOnNoDescriptorOfAnother) {
    const std::string alone = next_line(*shell("ls /proc/self/fd | wc -l"));
    const auto other = shell("cat");
    EXPECT_EQ(next_line(*shell("ls /proc/self/fd | wc -l")), alone);
}

}  // namespace
}  // namespace tickproof::gate

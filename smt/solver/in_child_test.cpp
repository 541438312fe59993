// The child may do its worst: the parent gets an answer in time, and nothing is left behind.
#include "smt/solver/in_child.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tickproof::solver {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t enough = 512 * mebibyte;

// Neither sleeps nor polls. The loop has an effect, or a compiler might leave it out.
std::string never_return() {
    for (std::atomic<unsigned> turns = 0;;) ++turns;
}

std::string bytes_of(const ChildResult& result) {
    const auto* const finished = std::get_if<Finished>(&result);
    return finished == nullptr ? "not finished" : finished->bytes;
}

std::string how_broken(const ChildResult& result) {
    const auto* const broken = std::get_if<Broken>(&result);
    return broken == nullptr ? "not broken" : broken->how;
}

bool stopped(const ChildResult& result, Stopped why) {
    const auto* const stop = std::get_if<Stopped>(&result);
    return stop != nullptr && *stop == why;
}

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0; }

TEST(InChild, BringsBackWhatTheFunctionReturns) {
    EXPECT_EQ(bytes_of(in_child([] { return std::string("a\0b", 3); }, {.memory_bytes = enough})),
              std::string("a\0b", 3));
    EXPECT_EQ(bytes_of(in_child([] { return std::string(); }, {.memory_bytes = enough})), "");
}

TEST(InChild, BringsBackMoreThanAPipeHolds) {
    const std::string much(10 * mebibyte, 'x');
    EXPECT_EQ(bytes_of(in_child([&] { return std::string(much); },
                                {.time = std::chrono::minutes(1), .memory_bytes = enough})),
              much);
}

TEST(InChild, TakesTheLargestLimitsForNone) {
    const ChildLimits largest{.time = milliseconds::max(), .memory_bytes = ~std::uint64_t{0}};
    EXPECT_EQ(bytes_of(in_child([] { return std::string(1'000'000, 'x'); }, largest)).size(), 1'000'000U);
}

TEST(InChild, LeavesThisProcessAsItIs) {
    int here = 1;
    EXPECT_EQ(bytes_of(in_child(
                  [&] {
                      here = 2;
                      return std::to_string(here);
                  },
                  {.memory_bytes = enough})),
              "2");
    EXPECT_EQ(here, 1);
}

TEST(InChild, IsKilledWithinTwoSecondsOfItsTime) {
    const Clock::time_point start = Clock::now();
    EXPECT_TRUE(stopped(in_child(never_return, {.time = milliseconds(200), .memory_bytes = enough}), Stopped::by_time));
    EXPECT_GE(Clock::now() - start, milliseconds(200));
    EXPECT_LT(Clock::now() - start, milliseconds(2200));
    EXPECT_FALSE(has_children());
}

TEST(InChild, IsKilledWhenInterrupted) {
    int asked = 0;
    const auto third_time = [&] { return ++asked == 3; };
    const Clock::time_point start = Clock::now();
    EXPECT_TRUE(
        stopped(in_child(never_return, {.memory_bytes = enough, .interrupted = third_time}), Stopped::by_interruption));
    EXPECT_LT(Clock::now() - start, milliseconds(2000));
    EXPECT_FALSE(has_children());
}

TEST(InChild, TellsOfItsDeath) {
    const auto die = []() -> std::string {
        std::signal(SIGSEGV, SIG_DFL);
        std::raise(SIGSEGV);
        return "alive";
    };
    EXPECT_EQ(how_broken(in_child(die, {.memory_bytes = enough})), "killed by signal 11");
}

TEST(InChild, TellsOfAnEndThatIsNoAnswer) {
    const auto leave = []() -> std::string { ::_exit(7); };
    EXPECT_EQ(how_broken(in_child(leave, {.memory_bytes = enough})), "ended with exit code 7");
}

TEST(InChild, TellsWhatWasThrown) {
    const auto complain = []() -> std::string { throw std::runtime_error("no such thing"); };
    EXPECT_EQ(how_broken(in_child(complain, {.memory_bytes = enough})), "no such thing");
    const auto throw_a_number = []() -> std::string { throw 1; };
    EXPECT_EQ(how_broken(in_child(throw_a_number, {.memory_bytes = enough})), "an unknown exception");
}

TEST(InChild, StopsWhenMemoryRunsOut) {
    const auto throw_bad_alloc = []() -> std::string { throw std::bad_alloc(); };
    EXPECT_TRUE(stopped(in_child(throw_bad_alloc, {.memory_bytes = enough}), Stopped::by_memory));
    if (!limits_address_space) GTEST_SKIP() << "a sanitizer's addresses cannot be limited";
    const auto ask_for = [](std::uint64_t bytes) {
        return [bytes] { return std::to_string(std::string(bytes, 'x').size()); };
    };
    EXPECT_TRUE(stopped(in_child(ask_for(100 * mebibyte), {.memory_bytes = 50 * mebibyte}), Stopped::by_memory));
    EXPECT_EQ(bytes_of(in_child(ask_for(100 * mebibyte), {.memory_bytes = 200 * mebibyte})), "104857600");
}

TEST(InChild, StopsWhenAFileGrowsBeyondItsMemory) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    const auto write_on = [&] {
        const std::string piece(mebibyte, 'x');
        for (int i = 0; i < 60; ++i) std::fwrite(piece.data(), 1, piece.size(), file);
        return std::string("written");
    };
    EXPECT_TRUE(stopped(in_child(write_on, {.memory_bytes = 40 * mebibyte}), Stopped::by_memory));
    std::fclose(file);
}

TEST(InChild, DoesNotHearCtrlC) {
    const auto interrupt_itself = [] {
        std::raise(SIGINT);
        return std::string("alive");
    };
    EXPECT_EQ(bytes_of(in_child(interrupt_itself, {.memory_bytes = enough})), "alive");
}

TEST(InChild, DoesNotOutliveItsParent) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const auto have_a_child = [&] { return bytes_of(in_child(never_return, {.memory_bytes = enough})); };
    const auto result = in_child(have_a_child, {.time = milliseconds(300), .memory_bytes = enough});
    EXPECT_TRUE(stopped(result, Stopped::by_time));
    ::close(ends[1]);  // the grandchild holds the other copy of this end for as long as it lives
    pollfd read_end{.fd = ends[0], .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&read_end, 1, 5000), 1);
    ::close(ends[0]);
}

TEST(InChild, LeavesNeitherDescriptorNorZombie) {
    const std::ptrdiff_t before = open_descriptors();
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(bytes_of(in_child([] { return std::string("x"); }, {.memory_bytes = enough})), "x");
    }
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(
            stopped(in_child(never_return, {.time = milliseconds(1), .memory_bytes = enough}), Stopped::by_time));
    }
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_FALSE(has_children());
}

// Children of other threads hold copies of this thread's pipe.
TEST(InChild, WorksFromSeveralThreads) {
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int id = 0; id < 4; ++id) {
        threads.emplace_back([&right, id] {
            for (int i = 0; i < 20; ++i) {
                const std::string word = std::to_string(id) + " " + std::to_string(i);
                if (bytes_of(in_child([&] { return std::string(word); }, {.memory_bytes = enough})) == word) ++right;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace tickproof::solver

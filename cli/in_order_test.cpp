#include "cli/in_order.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace tickproof::cli {
namespace {

template <class Make>
std::vector<std::uint64_t> all_of(std::uint64_t first, std::uint64_t last, std::uint64_t threads, const Make& make) {
    std::vector<std::uint64_t> results;
    InOrder work(first, last, threads, make);
    while (const auto result = work.take()) results.push_back(*result);
    return results;
}

TEST(InOrder, GivesEveryResultInTheOrderOfTheItems) {
    std::vector<std::uint64_t> expected(1000);
    std::iota(expected.begin(), expected.end(), 7);
    const auto same = [](std::uint64_t item) { return std::optional(item); };
    for (const std::uint64_t threads : {1U, 2U, 7U}) EXPECT_EQ(all_of(7, 1007, threads, same), expected);
}

TEST(InOrder, WaitsForASlowItem) {
    const auto slow_at_first = [](std::uint64_t item) {
        if (item == 0) std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return std::optional(item);
    };
    EXPECT_EQ(all_of(0, 3, 3, slow_at_first), (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST(InOrder, OfNoItemsIsNothing) {
    EXPECT_TRUE(all_of(5, 5, 2, [](std::uint64_t item) { return std::optional(item); }).empty());
}

TEST(InOrder, StopsAtNothing) {
    std::atomic<std::uint64_t> made = 0;
    const auto until_ten = [&](std::uint64_t item) -> std::optional<std::uint64_t> {
        ++made;
        return item < 10 ? std::optional(item) : std::nullopt;
    };
    EXPECT_EQ(all_of(0, 1'000'000'000, 2, until_ten).size(), 10U);
    EXPECT_LT(made, 1000U);
}

TEST(InOrder, ThrowsWhatMakingThrew) {
    const auto fails_at_five = [](std::uint64_t item) {
        if (item == 5) throw std::runtime_error("five");
        return std::optional(item);
    };
    EXPECT_THROW(all_of(0, 1000, 3, fails_at_five), std::runtime_error);
}

}  // namespace
}  // namespace tickproof::cli

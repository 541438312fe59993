// Twenty thousand random orders, with communication placed by the models and written out, under every model.
#include "fuzz/same_run.h"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/decode/communication.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "planner/model/orders_of.h"

namespace tickproof::fuzz {
namespace {

using Handed = std::vector<Communication>;

Handed all_models() {
    Handed models;
    for (const bool fifo : {false, true}) {
        models.push_back({.handover = Handover::dependencies, .fifo = fifo});
        models.push_back({.handover = Handover::grouped, .fifo = fifo});
        for (const std::uint64_t slots : {0U, 1U, 2U, 3U}) {
            models.push_back({.handover = Handover::buffered, .slots = slots, .fifo = fifo});
        }
    }
    return models;
}

// Of a valid schedule; a third with overlapped pairs, half with sends and receives written out: where the rule puts
// them, near to that, anywhere, and damaged.
Orders decode(Bytes& bytes, const Problem& problem, int trial) {
    Orders orders = orders_of(problem, decode_valid_schedule(bytes, problem));
    if (trial % 3 == 0) orders = with_overlaps(bytes, std::move(orders));
    if (trial % 2 == 0) return orders;
    const std::uint64_t most_moved = std::array{0U, 1U, 3U, 100U}.at(static_cast<std::size_t>(trial / 2 % 4));
    orders = with_communication(bytes, problem, orders, most_moved);
    return bytes.one_in(4) ? with_damaged_communication(bytes, problem, std::move(orders)) : orders;
}

TEST(SameRun, OfTwentyThousandRandomOrdersUnderEveryModel) {
    constexpr int trials = 20'000;
    const Handed models = all_models();
    std::mt19937 random(1);
    std::vector<std::array<int, 3>> outcomes(models.size());
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<std::uint8_t> noise(1500);  // longer than any of these orders takes
        std::ranges::generate(noise, [&random] { return static_cast<std::uint8_t>(random()); });
        Bytes bytes(noise.data(), noise.size());
        const Problem problem = decode_problem(bytes);
        const Orders orders = decode(bytes, problem, trial);
        for (std::size_t i = 0; i < models.size(); ++i) {
            ++outcomes[i].at(expect_same_run(problem, orders, models[i]).index());
        }
    }
    // All three ends were reached under every model, and often.
    for (std::size_t i = 0; i < models.size(); ++i) {
        for (const int many : outcomes[i]) EXPECT_GT(many, 500) << name(models[i]);
    }
}

}  // namespace
}  // namespace tickproof::fuzz

// Twenty thousand random orders, with communication placed by the models and written out, under every model.
#include "fuzz/same_run.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/slow/run.h"

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

// Neighbours become overlapped pairs here and there.
void overlap(std::mt19937& random, Orders& orders) {
    for (auto& row : orders.by_rank) {
        for (std::size_t at = 0; at + 1 < row.size(); ++at) {
            const bool is_pair = row[at].kind == ActionKind::forward && row[at + 1].kind != ActionKind::forward;
            row[at].overlaps_next = is_pair && is_compute(row[at + 1].kind) && random() % 4 == 0;
        }
    }
}

TEST(SameRun, OfTwentyThousandRandomOrdersUnderEveryModel) {
    constexpr int trials = 20'000;
    const Handed models = all_models();
    std::mt19937 random(1);
    std::array<int, 3> outcomes{};
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<std::uint8_t> noise(400);
        std::ranges::generate(noise, [&random] { return static_cast<std::uint8_t>(random()); });
        Bytes bytes(noise.data(), noise.size());
        const Problem problem = decode_problem(bytes);
        Orders orders = orders_of(problem, decode_valid_schedule(bytes, problem));
        if (trial % 3 == 0) overlap(random, orders);
        if (trial % 2 == 0) orders = with_communication(bytes, problem, orders);
        for (const Communication& model : models) {
            expect_same_run(problem, orders, model);
            ++outcomes.at(slow::run(problem, orders, model).index());
        }
    }
    // All three ends were reached, and often.
    for (const int many : outcomes) EXPECT_GT(many, 5000);
}

}  // namespace
}  // namespace tickproof::fuzz

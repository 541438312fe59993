// What holds of every execution, tried on random orders under every model.
#include "properties/check/run.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "properties/check/random_orders_test_data.h"

namespace tickproof::check {
namespace {

constexpr int trials = 1000;

constexpr Communication buffered(std::uint64_t slots) { return {.handover = Handover::buffered, .slots = slots}; }
constexpr std::array<Communication, 5> models{
    {{}, buffered(0), buffered(1), buffered(2), {.handover = Handover::grouped}}};

Problem random_problem(RandomOrders& random, const Orders& orders) {
    Problem problem = problem_of(orders);
    problem.durations = {1 + random.below(3), 1 + random.below(3), 1 + random.below(3), 1 + random.below(3)};
    problem.hop_latency_ticks = random.below(3);
    return problem;
}

std::uint64_t ticks(const Execution& execution) {
    const auto* executed = std::get_if<Executed>(&execution);
    return executed == nullptr ? ~std::uint64_t{0} : executed->makespan_ticks;
}

TEST(Run, TimesAgreeWithTheRulesAndMoreFreedomNeverCostsTime) {
    RandomOrders random(1);
    std::array<int, models.size()> ran{};
    for (int trial = 0; trial < trials; ++trial) {
        const Orders orders = random.next();
        const Problem problem = random_problem(random, orders);
        std::array<std::uint64_t, models.size()> found{};
        for (std::size_t i = 0; i < models.size(); ++i) {
            const Execution execution = execute(problem, orders, models[i]);
            found[i] = ticks(execution);
            const auto* executed = std::get_if<Executed>(&execution);
            if (executed == nullptr) continue;
            ++ran[i];
            ASSERT_TRUE(check_schedule(problem, executed->schedule).valid()) << name(models[i]) << ", " << trial;
        }
        const auto [unlimited, meeting, one_slot, two_slots, groups] = found;
        EXPECT_LE(unlimited, two_slots);
        EXPECT_LE(two_slots, one_slot);
        EXPECT_LE(unlimited, groups);
        EXPECT_LE(groups, meeting);
        // A slot is taken until its message is usable, which two ranks that meet do not wait for.
        if (problem.hop_latency_ticks > 0) continue;
        EXPECT_LE(one_slot, meeting);
    }
    for (const int some : ran) {
        EXPECT_GT(some, trials / 20);
        EXPECT_LT(some, trials - trials / 20);
    }
}

TEST(Run, TheLeastSlotsAreThoseThatOneByOneRunFirst) {
    RandomOrders random(2);
    for (int trial = 0; trial < trials; ++trial) {
        const Orders orders = random.next();
        const Problem problem = random_problem(random, orders);
        const auto least = least_slots(problem, orders);
        const bool runs_at_all = std::holds_alternative<Executed>(execute(problem, orders));
        ASSERT_EQ(least.has_value(), runs_at_all);
        for (std::uint64_t slots = 0; slots < 6; ++slots) {
            const bool runs = std::holds_alternative<Executed>(execute(problem, orders, buffered(slots)));
            ASSERT_EQ(runs, least && slots >= *least) << trial << ", " << slots;
        }
    }
}

// Sends and receives of one op, where another rank is at the other end.
class Written {
public:
    explicit Written(const Orders& orders) : orders_(orders) {}

    [[nodiscard]] Orders all() const {
        Orders written = orders_;
        for (std::size_t rank = 0; rank < orders_.by_rank.size(); ++rank) {
            std::vector<Action>& row = written.by_rank[rank];
            row.clear();
            const std::vector<Action>& actions = orders_.by_rank[rank];
            for (std::size_t at = 0; at < actions.size(); ++at) {
                const std::size_t last = at + (actions[at].overlaps_next ? 1 : 0);
                for (std::size_t i = at; i <= last; ++i) receive(actions[i], row);
                for (std::size_t i = at; i <= last; ++i) row.push_back(actions[i]);
                for (std::size_t i = at; i <= last; ++i) send(actions[i], row);
                at = last;
            }
        }
        return written;
    }

private:
    void receive(const Action& op, std::vector<Action>& row) const {
        if (op.kind == ActionKind::forward) put(ActionKind::receive_forward, op, op.stage - 1, row);
        if (is_gradient(op)) put(ActionKind::receive_backward, op, op.stage + 1, row);
    }
    void send(const Action& op, std::vector<Action>& row) const {
        if (op.kind == ActionKind::forward) put(ActionKind::send_forward, op, op.stage + 1, row);
        if (is_gradient(op)) put(ActionKind::send_backward, op, op.stage - 1, row);
    }
    static bool is_gradient(const Action& op) {
        return op.kind == ActionKind::backward || op.kind == ActionKind::backward_input;
    }
    // A neighbour below stage 0 is a number beyond all stages.
    void put(ActionKind kind, const Action& op, std::uint32_t neighbour, std::vector<Action>& row) const {
        if (neighbour >= orders_.ranks * orders_.chunks) return;
        if (orders_.placement.rank_of(neighbour) == orders_.placement.rank_of(op.stage)) return;
        row.push_back({kind, false, op.stage, op.microbatch});
    }

    const Orders& orders_;
};

TEST(Run, WhatIsPlacedIsWhatTheRuleSays) {
    RandomOrders random(3);
    int pairs = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Orders orders = random.next();
        const Problem problem = random_problem(random, orders);
        const Orders written = Written(orders).all();
        for (const std::vector<Action>& row : orders.by_rank) {
            pairs += static_cast<int>(std::ranges::count(row, true, &Action::overlaps_next));
        }
        for (const Communication& model : models) {
            const Execution placed = execute(problem, orders, model);
            const Execution as_written = execute(problem, written, model);
            ASSERT_FALSE(std::holds_alternative<Report>(as_written)) << trial;
            ASSERT_EQ(ticks(placed), ticks(as_written)) << name(model) << ", " << trial;
            const auto* executed = std::get_if<Executed>(&placed);
            if (executed == nullptr) continue;
            ASSERT_EQ(executed->schedule, std::get<Executed>(as_written).schedule);
        }
    }
    EXPECT_GT(pairs, trials / 10);
}

// A group of waits is a cycle if, with those taken away that wait for nobody in it, somebody is left.
bool holds_a_cycle(const std::vector<std::vector<Wait>>& waits, std::vector<std::uint32_t> ranks) {
    for (std::size_t before = ranks.size() + 1; ranks.size() < before;) {
        before = ranks.size();
        const std::vector<std::uint32_t> all = ranks;
        std::erase_if(ranks, [&](std::uint32_t rank) {
            return std::ranges::none_of(
                waits[rank], [&](const Wait& wait) { return std::ranges::find(all, wait.other_rank) != all.end(); });
        });
    }
    return !ranks.empty();
}

TEST(Run, WaitCyclesBreakWithoutAnyOfTheirMembers) {
    RandomOrders random(4);
    std::array<int, models.size()> cycles_of_many{};
    for (int trial = 0; trial < 4 * trials; ++trial) {
        Orders orders = random.next();
        if (random.below(2) == 0) orders = Written(orders).all();
        const Problem problem = problem_of(orders);
        const Program program = program_of(problem, orders).value();
        for (std::size_t i = 0; i < models.size(); ++i) {
            const auto outcome = run(problem, program, models[i]);
            if (std::holds_alternative<Executed>(outcome)) continue;
            const auto& waits = std::get<Standstill>(outcome).waits;
            const Deadlock deadlock = std::get<Deadlock>(execute(problem, program, models[i]));
            std::vector<std::uint32_t> members;
            for (std::size_t at = 0; at < deadlock.cycle.size(); ++at) {
                const Wait& next = deadlock.cycle[(at + 1) % deadlock.cycle.size()];
                ASSERT_EQ(deadlock.cycle[at].other_rank, next.rank);
                members.push_back(deadlock.cycle[at].rank);
            }
            ASSERT_TRUE(holds_a_cycle(waits, members));
            for (const std::uint32_t member : members) {
                std::vector<std::uint32_t> others = members;
                std::erase(others, member);
                ASSERT_FALSE(holds_a_cycle(waits, others)) << in_words(deadlock);
            }
            cycles_of_many[i] += members.size() > 2 ? 1 : 0;
        }
    }
    for (const int some : cycles_of_many) EXPECT_GT(some, 0);
}

// Nobody who could go on is left standing: each wait is for something that has not happened.
TEST(Run, StopsOnlyWhereEveryRankWaitsForOneThatHasStoppedToo) {
    RandomOrders random(5);
    for (int trial = 0; trial < trials; ++trial) {
        const Orders orders = random.next();
        const Problem problem = problem_of(orders);
        for (const Communication& model : models) {
            const auto outcome = run(problem, program_of(problem, orders).value(), model);
            const auto* stopped = std::get_if<Standstill>(&outcome);
            if (stopped == nullptr) continue;
            EXPECT_GT(stopped->never_run, 0U);
            for (const std::vector<Wait>& of_rank : stopped->waits) {
                for (const Wait& wait : of_rank) ASSERT_FALSE(stopped->waits[wait.other_rank].empty());
            }
        }
    }
}

}  // namespace
}  // namespace tickproof::check

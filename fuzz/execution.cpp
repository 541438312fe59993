// Any orders of small problems under any communication model: the checker's execution of them against the slow one,
// the least number of slots, and what a file claims.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "fuzz/decode/communication.h"
#include "fuzz/decode/model.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/same_run.h"
#include "fuzz/slow/run.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/slow/steps.h"
#include "fuzz/verdicts.h"
#include "fuzz/words.h"
#include "properties/check/check.h"
#include "properties/check/execute.h"
#include "properties/check/expect.h"

using namespace tickproof;
using fuzz::Bytes;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

[[noreturn]] void differ_on_orders(std::string_view what, const Problem& problem, const Orders& orders,
                                   std::string checker, std::string slow) {
    differ(Suspect::checker, what,
           {{"problem", in_words(problem)},
            {"orders", in_words(orders)},
            {"checker", std::move(checker)},
            {"slow simulation", std::move(slow)}});
}

Orders decode(Bytes& bytes, const Problem& problem) {
    Orders orders = fuzz::decode_orders(bytes, problem);
    if (bytes.one_in(4)) orders = fuzz::with_overlaps(bytes, std::move(orders));
    if (bytes.one_in(2)) {
        const std::uint64_t most_moved = bytes.one_in(4) ? 0 : bytes.between(1, 8);
        orders = fuzz::with_communication(bytes, problem, orders, most_moved);
        orders = fuzz::with_damaged_communication(bytes, problem, std::move(orders));
    }
    return orders;
}

bool runs(const Problem& problem, const Orders& orders, const Communication& model) {
    return std::holds_alternative<slow::Ran>(slow::run(problem, orders, model));
}

std::uint64_t messages_of(const Problem& problem) {
    std::uint64_t messages = 0;
    for (std::uint64_t stage = 1; stage < problem.stages(); ++stage) {
        const bool crosses = problem.placement.rank_of(stage) != problem.placement.rank_of(stage - 1);
        messages += crosses ? 2 * problem.microbatches : 0;
    }
    return messages;
}

// Nothing where not even as many slots as there are messages run.
std::optional<std::uint64_t> least_slots(const Problem& problem, const Orders& orders) {
    const auto runs_with = [&](std::uint64_t slots) {
        return runs(problem, orders, {.handover = Handover::buffered, .slots = slots});
    };
    if (!runs_with(messages_of(problem))) return std::nullopt;
    std::uint64_t slots = 0;
    while (!runs_with(slots)) ++slots;
    return slots;
}

void expect_same_least_slots(const Problem& problem, const Orders& orders) {
    const auto words = [](const std::optional<std::uint64_t>& slots) {
        return slots ? fmt::to_string(*slots) : std::string("no number runs");
    };
    const std::optional<std::uint64_t> checker = check::least_slots(problem, orders);
    const std::optional<std::uint64_t> slow = least_slots(problem, orders);
    if (checker != slow) differ_on_orders("the least number of slots", problem, orders, words(checker), words(slow));
}

// What the slow simulation found, as a file claims it; of the models, one.
Expectation claims_on(Bytes& bytes, const Problem& problem, const Orders& orders, const Schedule& ran) {
    const slow::Seen seen = slow::simulate(problem, ran);
    Expectation claims{.valid = seen.valid(),
                       .dependencies_run = true,
                       .makespan_ticks = slow::makespan(problem, ran),
                       .messages = messages_of(problem),
                       .peak = seen.peaks,
                       .peak_freed_at_input_gradient = seen.peaks_freed_at_input_gradient,
                       .buffered = {},
                       .grouped_runs = {},
                       .fifo_fits = {}};
    switch (bytes.between(0, 2)) {
        case 0: {
            const std::uint64_t slots = bytes.between(0, 3);
            claims.buffered = {{slots, runs(problem, orders, {.handover = Handover::buffered, .slots = slots})}};
            break;
        }
        case 1:
            claims.grouped_runs = runs(problem, orders, {.handover = Handover::grouped});
            break;
        default:
            claims.fifo_fits = slow::steps_of(problem, orders, true).has_value();
            break;
    }
    return claims;
}

void make_wrong(Bytes& bytes, Expectation& claims) {
    switch (bytes.between(0, 6)) {
        case 0:
            claims.valid = !*claims.valid;
            break;
        case 1:
            claims.dependencies_run = false;
            break;
        case 2:
            ++*claims.makespan_ticks;
            break;
        case 3:
            ++*claims.messages;
            break;
        case 4:
            --claims.peak->front();
            break;
        case 5:
            if (!claims.buffered.empty()) claims.buffered.front().runs ^= true;
            if (claims.grouped_runs) claims.grouped_runs = !*claims.grouped_runs;
            if (claims.fifo_fits) claims.fifo_fits = !*claims.fifo_fits;
            break;
        default:
            claims.peak_freed_at_input_gradient->push_back(0);
            break;
    }
}

// True claims are agreed to; and with one of them wrong they are not.
void expect_claims_judged(Bytes& bytes, const Problem& problem, const Orders& orders,
                          const check::OrdersVerdict& verdict, const Schedule& ran) {
    Expectation claims = claims_on(bytes, problem, orders, ran);
    const bool agrees = std::holds_alternative<check::Agrees>(check::compare(problem, orders, verdict, claims));
    make_wrong(bytes, claims);
    const bool objects = std::holds_alternative<check::Disagrees>(check::compare(problem, orders, verdict, claims));
    if (agrees && objects) return;
    differ_on_orders("claims on orders", problem, orders,
                     fmt::format("{} to the slow simulation's figures, {} to a wrong one",
                                 agrees ? "agrees" : "objects", objects ? "objects" : "agrees"),
                     "agrees, objects");
}

bool shards(const Orders& orders) {
    return std::ranges::any_of(orders.by_rank, [](const std::vector<Action>& actions) {
        return std::ranges::any_of(actions, is_sharding, &Action::kind);
    });
}

void try_orders(Bytes& bytes, const Problem& problem, const Orders& orders) {
    const check::OrdersVerdict verdict = check::check_orders(problem, orders);
    if (!slow::can_run(problem, orders)) {
        if (!verdict.report.valid()) return;
        differ_on_orders("orders that are not complete", problem, orders, in_words(verdict.report), "cannot run");
    }
    const slow::Outcome outcome = fuzz::expect_same_run(problem, orders, {});
    const slow::Outcome in_model = fuzz::expect_same_run(problem, orders, fuzz::decode_model(bytes));
    if (const auto* ran = std::get_if<slow::Ran>(&in_model)) fuzz::expect_same_verdict(problem, ran->schedule, "none");
    if (bytes.one_in(8)) expect_same_least_slots(problem, orders);
    const auto* ran = std::get_if<slow::Ran>(&outcome);
    if (ran == nullptr && verdict.report.valid()) {
        differ_on_orders("orders that do not run", problem, orders, in_words(verdict.report), "do not run");
    }
    // The slow simulation passes over sharding, which may be what is wrong.
    if (ran == nullptr || !verdict.execution || shards(orders)) return;
    expect_claims_judged(bytes, problem, orders, verdict, ran->schedule);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    Problem problem = fuzz::decode_problem(bytes);
    if (bytes.one_in(4)) problem.max_in_flight = bytes.between(1, 7);
    try_orders(bytes, problem, decode(bytes, problem));
    return 0;
}

// Any schedules and orders of small problems: the checker against the slow simulation, and its execution of orders
// against the slow one.
#include "fuzz/slow/simulation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/decode/model.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/same_run.h"
#include "fuzz/verdicts.h"
#include "fuzz/words.h"
#include "properties/check/check.h"
#include "properties/check/expect.h"
#include "properties/check/statistics.h"

using namespace tickproof;
using fuzz::Bytes;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

// Complete schedules with starts of any kind: the rules for times are reached, which needs every op to be there.
Schedule decode_complete_schedule(Bytes& bytes, const Problem& problem) {
    Schedule ops = fuzz::decode_valid_schedule(bytes, problem);
    for (TimedOp& op : ops) {
        if (bytes.one_in(3)) op.start_tick = bytes.between(0, 40);
        if (bytes.one_in(16)) op.rank = static_cast<std::uint32_t>(bytes.between(0, problem.ranks));
    }
    return ops;
}

void try_schedule(Bytes& bytes, Problem& problem) {
    const Schedule ops =
        bytes.one_in(2) ? decode_complete_schedule(bytes, problem) : fuzz::decode_any_schedule(bytes, problem);
    if (bytes.one_in(3)) problem.max_in_flight = bytes.between(0, 7);
    fuzz::expect_same_verdict(problem, ops, "none");
}

// Times aside, in the words of the slow simulation: is each op there once and on its rank?
bool is_complete_and_in_place(const Problem& problem, const Orders& orders) {
    Schedule ops;
    for (std::uint32_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        for (const Action& action : orders.by_rank[rank]) {
            if (!is_compute(action.kind)) continue;
            const auto kind = static_cast<OpKind>(action.kind);
            ops.push_back({ops.size(), rank, action.stage, 0, action.microbatch, kind});
        }
    }
    const slow::Seen seen = slow::simulate(problem, ops);
    return seen.complete && seen.at_home && orders.by_rank.size() == problem.ranks;
}

[[noreturn]] void differ_on_orders(std::string_view what, const Problem& problem, const Orders& orders,
                                   std::string checker, std::string slow) {
    differ(Suspect::checker, what,
           {{"problem", in_words(problem)},
            {"orders", in_words(orders)},
            {"checker", std::move(checker)},
            {"slow simulation", std::move(slow)}});
}

std::uint64_t messages_of(const Problem& problem) {
    std::uint64_t messages = 0;
    for (std::uint64_t stage = 1; stage < problem.stages(); ++stage) {
        const bool crosses = problem.placement.rank_of(stage) != problem.placement.rank_of(stage - 1);
        messages += crosses ? 2 * problem.microbatches : 0;
    }
    return messages;
}

// What the slow simulation found, as the claims of a file, is agreed to; and with one of them wrong it is not.
void expect_claims_judged(Bytes& bytes, const Problem& problem, const Orders& orders,
                          const check::OrdersVerdict& verdict, const Schedule& ran) {
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
    const bool agrees = std::holds_alternative<check::Agrees>(check::compare(problem, orders, verdict, claims));
    switch (bytes.between(0, 5)) {
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
        default:
            claims.peak_freed_at_input_gradient->push_back(0);
            break;
    }
    const bool objects = std::holds_alternative<check::Disagrees>(check::compare(problem, orders, verdict, claims));
    if (agrees && objects) return;
    differ_on_orders("claims on orders", problem, orders,
                     fmt::format("{} to the slow simulation's figures, {} to a wrong one",
                                 agrees ? "agrees" : "objects", objects ? "objects" : "agrees"),
                     "agrees, objects");
}

void try_orders(Bytes& bytes, const Problem& problem) {
    Orders orders = fuzz::decode_orders(bytes, problem);
    if (bytes.one_in(2)) orders = fuzz::with_communication(bytes, problem, orders);
    const check::OrdersVerdict verdict = check::check_orders(problem, orders);
    const bool can_run = is_complete_and_in_place(problem, orders);
    if (!can_run && verdict.report.valid()) {
        differ_on_orders("orders that are not complete", problem, orders, in_words(verdict.report), "cannot run");
    }
    if (!can_run) return;
    fuzz::expect_same_run(problem, orders, {});
    fuzz::expect_same_run(problem, orders, fuzz::decode_model(bytes));
    if (!verdict.execution) return;  // sends and receives that do not fit
    const auto* executed = std::get_if<check::Executed>(&*verdict.execution);
    if (!executed) return;
    fuzz::expect_same_verdict(problem, executed->schedule, "none");
    expect_claims_judged(bytes, problem, orders, verdict, executed->schedule);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const bool of_orders = bytes.one_in(2);
    Problem problem = fuzz::decode_problem(bytes);
    if (of_orders) {
        if (bytes.one_in(4)) problem.max_in_flight = bytes.between(1, 7);
        try_orders(bytes, problem);
    } else {
        try_schedule(bytes, problem);
    }
    return 0;
}

// Orders of small problems with communication placed by the planner: under every model they run, in the times of the
// same orders without; what cannot run at all is refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/words.h"
#include "planner/place_communication.h"
#include "properties/check/check.h"

using namespace tickproof;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

[[noreturn]] void differ_on(std::string_view what, const Orders& orders, const std::string& placed) {
    differ(Suspect::planner, what, {{"orders", in_words(orders)}, {"placed", placed}});
}

// With durations of a tick: the order in which ops run is found in unit time.
Problem in_unit_time(Problem problem) {
    problem.durations = {};
    problem.hop_latency_ticks = 0;
    problem.max_in_flight.reset();
    return problem;
}

bool runs(const Problem& problem, const Orders& orders, const Communication& model) {
    return std::holds_alternative<check::Executed>(check::execute(problem, orders, model));
}

std::uint64_t ticks(const Problem& problem, const Orders& orders) {
    return std::get<check::Executed>(check::execute(problem, orders)).makespan_ticks;
}

void expect_runs(const Problem& problem, const Orders& orders, const Orders& placed) {
    for (const Handover handover : {Handover::dependencies, Handover::buffered, Handover::grouped}) {
        for (const bool fifo : {false, true}) {
            const Communication model{.handover = handover, .slots = 0, .fifo = fifo};
            if (!runs(problem, placed, model)) differ_on(name(model) + " does not run", orders, in_words(placed));
        }
    }
    if (ticks(problem, placed) != ticks(problem, orders)) differ_on("the ticks change", orders, in_words(placed));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const Problem problem = in_unit_time(fuzz::decode_problem(bytes));
    const Orders orders = fuzz::decode_orders(bytes, problem);
    const auto placed = place_communication(orders);
    const check::OrdersVerdict found = check::check_orders(check::problem_of(orders), orders);
    if (!found.report.valid()) return 0;
    if (placed) {
        expect_runs(check::problem_of(orders), orders, *placed);
    } else if (!std::ranges::any_of(orders.by_rank, [](const auto& actions) {
                   return std::ranges::any_of(actions, [](const Action& action) { return !is_compute(action.kind); });
               })) {
        differ_on("valid orders are refused", orders, placed.error());
    }
    return 0;
}

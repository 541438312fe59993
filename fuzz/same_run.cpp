#include "fuzz/same_run.h"

#include <string>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/differ.h"
#include "fuzz/slow/run.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/words.h"
#include "properties/check/execute.h"

namespace tickproof::fuzz {

namespace {

// What of a run both sides must have alike, in words.
std::string of_checker(const check::Execution& execution) {
    if (const auto* executed = std::get_if<check::Executed>(&execution)) {
        return fmt::format("{} until {}", in_words(executed->schedule), executed->makespan_ticks);
    }
    if (const auto* deadlock = std::get_if<check::Deadlock>(&execution)) {
        return fmt::format("stuck with {} to run: {}", deadlock->never_run, check::in_words(*deadlock));
    }
    return "sends and receives do not fit: " + std::get<check::Report>(execution).violations().front().witness;
}
std::string of_slow(const Problem& problem, const slow::Outcome& outcome) {
    if (const auto* ran = std::get_if<slow::Ran>(&outcome)) {
        return fmt::format("{} until {}", in_words(ran->schedule), slow::makespan(problem, ran->schedule));
    }
    if (const auto* stuck = std::get_if<slow::Stuck>(&outcome)) {
        return fmt::format("stuck with {} to run, at {}", stuck->never_run, fmt::join(stuck->reached, ", "));
    }
    return "sends and receives do not fit";
}

bool is_same(const Problem& problem, const check::Execution& execution, const slow::Outcome& slow) {
    if (const auto* executed = std::get_if<check::Executed>(&execution)) {
        const auto* ran = std::get_if<slow::Ran>(&slow);
        return ran != nullptr && executed->schedule == ran->schedule &&
               executed->makespan_ticks == slow::makespan(problem, ran->schedule);
    }
    if (const auto* deadlock = std::get_if<check::Deadlock>(&execution)) {
        const auto* stuck = std::get_if<slow::Stuck>(&slow);
        if (stuck == nullptr || deadlock->never_run != stuck->never_run || deadlock->cycle.empty()) return false;
        for (std::size_t i = 0; i < deadlock->cycle.size(); ++i) {
            const check::Wait& wait = deadlock->cycle[i];
            if (wait.other_rank != deadlock->cycle[(i + 1) % deadlock->cycle.size()].rank) return false;
            if (wait.position != stuck->reached[wait.rank] && !wait.in_group) return false;
        }
        return true;
    }
    return std::holds_alternative<slow::Unfit>(slow);
}

}  // namespace

void expect_same_run(const Problem& problem, const Orders& orders, const Communication& model) {
    const check::Execution execution = check::execute(problem, orders, model);
    const slow::Outcome slow = slow::run(problem, orders, model);
    if (is_same(problem, execution, slow)) return;
    differ(Suspect::checker, "how orders run",
           {{"problem", in_words(problem)},
            {"orders", in_words(orders)},
            {"model", name(model)},
            {"checker", of_checker(execution)},
            {"slow simulation", of_slow(problem, slow)}});
}

}  // namespace tickproof::fuzz

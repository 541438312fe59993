#include "fuzz/same_run.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

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
        std::string words = fmt::format("stuck with {} to run", stuck->never_run);
        for (std::size_t rank = 0; rank < stuck->waiting.size(); ++rank) {
            for (const slow::Waiting& waiting : stuck->waiting[rank]) {
                words += fmt::format("; rank {} op {} waits for rank {}", rank, waiting.action, waiting.for_rank);
            }
        }
        return words;
    }
    return "sends and receives do not fit";
}

// Is this what the rank waits for?
bool is_a_wait(const check::Wait& wait, const Communication& model, const slow::Waiting& waiting) {
    if (waiting.action != wait.position || waiting.for_rank != wait.other_rank) return false;
    if (!waiting.message) return wait.what == check::WaitFor::own && wait.rank == wait.other_rank;
    const slow::Message& message = *waiting.message;
    return wait.what == (waiting.does == slow::Does::send ? check::WaitFor::send : check::WaitFor::receive) &&
           wait.in_group == (model.handover == Handover::grouped) &&
           message.forward == (wait.result.kind == OpKind::forward) && message.from_stage == wait.result.stage &&
           message.microbatch == wait.result.microbatch;
}

// Each member waits for the next one, and for no other member.
bool is_minimal_cycle(const check::Deadlock& deadlock, const Communication& model, const slow::Stuck& stuck) {
    const std::vector<check::Wait>& cycle = deadlock.cycle;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const check::Wait& wait = cycle[i];
        const std::uint32_t next = cycle[(i + 1) % cycle.size()].rank;
        if (std::ranges::count(cycle, wait.rank, &check::Wait::rank) != 1) return false;
        const std::vector<slow::Waiting>& waiting = stuck.waiting.at(wait.rank);
        const auto is_this = [&](const slow::Waiting& one) { return is_a_wait(wait, model, one); };
        if (wait.other_rank != next || std::ranges::none_of(waiting, is_this)) return false;
        for (const check::Wait& member : cycle) {
            const auto waits_for_it = [&](const slow::Waiting& one) { return one.for_rank == member.rank; };
            if (member.rank != next && std::ranges::any_of(waiting, waits_for_it)) return false;
        }
    }
    return !cycle.empty();
}

bool is_same(const Problem& problem, const Communication& model, const check::Execution& execution,
             const slow::Outcome& slow) {
    if (const auto* executed = std::get_if<check::Executed>(&execution)) {
        const auto* ran = std::get_if<slow::Ran>(&slow);
        return ran != nullptr && executed->schedule == ran->schedule &&
               executed->makespan_ticks == slow::makespan(problem, ran->schedule);
    }
    if (const auto* deadlock = std::get_if<check::Deadlock>(&execution)) {
        const auto* stuck = std::get_if<slow::Stuck>(&slow);
        return stuck != nullptr && deadlock->never_run == stuck->never_run &&
               is_minimal_cycle(*deadlock, model, *stuck);
    }
    return std::holds_alternative<slow::Unfit>(slow);
}

}  // namespace

slow::Outcome expect_same_run(const Problem& problem, const Orders& orders, const Communication& model) {
    const check::Execution execution = check::execute(problem, orders, model);
    slow::Outcome slow = slow::run(problem, orders, model);
    if (is_same(problem, model, execution, slow)) return slow;
    differ(Suspect::checker, "how orders run under " + name(model),
           {{"problem", in_words(problem)},
            {"orders", in_words(orders)},
            {"checker", of_checker(execution)},
            {"slow simulation", of_slow(problem, slow)}});
}

}  // namespace tickproof::fuzz

#include "properties/check/execute.h"

#include <algorithm>

#include <fmt/format.h>

#include "properties/check/channels.h"
#include "properties/check/program.h"
#include "properties/check/run.h"
#include "properties/check/wait_cycle.h"
#include "properties/check/words.h"

namespace tickproof::check {

namespace {

std::vector<Wait> cycle_in(const std::vector<std::vector<Wait>>& waits) {
    std::vector<std::vector<std::uint32_t>> waits_for(waits.size());
    for (std::size_t rank = 0; rank < waits.size(); ++rank) {
        for (const Wait& wait : waits[rank]) waits_for[rank].push_back(wait.other_rank);
    }
    const std::vector<std::uint32_t> members = wait_cycle(waits_for);
    std::vector<Wait> cycle;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::uint32_t next = members[(i + 1) % members.size()];
        cycle.push_back(*std::ranges::find(waits[members[i]], next, &Wait::other_rank));
    }
    return cycle;
}

// What a rank waits for of its own: an op, or its receive of what another rank sends.
std::string own_token(const Wait& wait) {
    if (wait.result.rank == wait.rank) return op_token(wait.result);
    const bool forward = wait.result.kind == OpKind::forward;
    return action_token({.kind = forward ? ActionKind::receive_forward : ActionKind::receive_backward,
                         .stage = forward ? wait.result.stage + 1 : wait.result.stage - 1,
                         .microbatch = wait.result.microbatch});
}

}  // namespace

Execution execute(const Problem& problem, const Program& program, const Communication& model) {
    if (model.fifo) {
        Report swaps = check_fifo(program);
        if (!swaps.valid()) return swaps;
    }
    auto outcome = run(problem, program, model);
    if (auto* const executed = std::get_if<Executed>(&outcome)) return std::move(*executed);
    const auto& stopped = std::get<Standstill>(outcome);
    return Deadlock{cycle_in(stopped.waits), stopped.never_run};
}

Execution execute(const Problem& problem, const Orders& orders, const Communication& model) {
    auto program = program_of(problem, orders);
    if (!program) return std::move(program.error());
    return execute(problem, *program, model);
}

std::optional<std::uint64_t> least_slots(const Problem& problem, const Program& program) {
    const auto runs = [&](std::uint64_t slots) {
        return std::holds_alternative<Executed>(
            run(problem, program, {.handover = Handover::buffered, .slots = slots}));
    };
    // More slots never hurt, and as many as there are messages are as good as `dependencies`.
    std::uint64_t enough = program.ops.size();
    if (!runs(enough)) return std::nullopt;
    std::uint64_t too_few_below = 0;
    while (too_few_below < enough) {
        const std::uint64_t middle = too_few_below + (enough - too_few_below) / 2;
        if (runs(middle)) {
            enough = middle;
        } else {
            too_few_below = middle + 1;
        }
    }
    return enough;
}

std::optional<std::uint64_t> least_slots(const Problem& problem, const Orders& orders) {
    const auto program = program_of(problem, orders);
    return program ? least_slots(problem, *program) : std::nullopt;
}

std::string in_words(const Wait& wait) {
    const std::string result = op_token(wait.result);
    switch (wait.what) {
        case WaitFor::own:
            return fmt::format("waits for its own {}, which comes later in its order", own_token(wait));
        case WaitFor::send:
            return fmt::format("waits {} {} to rank {}", wait.in_group ? "in a group for its send of" : "to send",
                               result, wait.other_rank);
        case WaitFor::receive:
            return fmt::format("waits {} {} from rank {}",
                               wait.in_group ? "in a group for its receive of" : "to receive", result, wait.other_rank);
    }
    return {};
}

std::string in_words(const Deadlock& deadlock) {
    constexpr std::size_t named = 16;
    std::string words = fmt::format("rank {} ", deadlock.cycle.front().rank);
    for (std::size_t i = 0; i < deadlock.cycle.size() && i < named; ++i) {
        words += fmt::format("{}{}", i == 0 ? "" : ", which ", in_words(deadlock.cycle[i]));
    }
    if (deadlock.cycle.size() > named) {
        words += fmt::format(", and so on over {}", counted(deadlock.cycle.size(), "rank"));
    }
    return words;
}

}  // namespace tickproof::check

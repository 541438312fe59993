// A worklist of ranks: each goes on through its steps until one has to wait for another rank, and comes back when that
// rank has done what was waited for. A message is waited for by one rank at a time, so whom to wake needs no search.
#include "properties/check/execute.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "properties/check/channels.h"
#include "properties/check/inputs.h"
#include "properties/check/program.h"
#include "properties/check/wait_cycle.h"
#include "properties/check/words.h"

namespace tickproof::check {

namespace {

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

// A time that saturates must not be taken for `never`.
std::uint64_t later(std::uint64_t tick, std::uint64_t ticks) {
    return std::min(saturating_add(tick, ticks), never - 1);
}

struct Rank {
    std::size_t next_step = 0;
    std::uint64_t free_at = 0;     // when what it has done so far has ended
    bool posted = false;           // the group it stands at
    std::size_t members_left = 0;  // of that group
    std::uint64_t group_ends = 0;
};

class Run {
public:
    Run(const Problem& problem, Program program, const Communication& model)
        : problem_(problem),
          program_(std::move(program)),
          index_(problem, program_.ops),
          model_(model),
          ranks_(program_.first_step.size() - 1),
          ended_(program_.ops.size(), never),
          arrived_(program_.ops.size(), never),
          sent_(program_.ops.size(), never),
          received_(program_.ops.size(), never) {
        if (has_slots()) slot_before_ = slot_before(program_, model.slots);
    }

    [[nodiscard]] Execution go() && {
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
            ranks_[rank].next_step = program_.first_step[rank];
            ready_.push_back(rank);
        }
        while (!ready_.empty()) {
            const std::uint32_t rank = ready_.back();
            ready_.pop_back();
            while (!is_done(rank) && advance(rank)) {
            }
        }
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
            if (!is_done(rank)) {
                return Deadlock{find_cycle(), static_cast<std::uint64_t>(std::ranges::count(ended_, never))};
            }
        }
        return Executed{std::move(program_.ops), makespan_ticks_};
    }

private:
    [[nodiscard]] bool has_slots() const { return model_.handover == Handover::buffered && model_.slots > 0; }
    [[nodiscard]] bool meets() const { return model_.handover == Handover::buffered && model_.slots == 0; }
    [[nodiscard]] bool is_done(std::uint32_t rank) const {
        return ranks_[rank].next_step == program_.first_step[rank + 1];
    }
    [[nodiscard]] const Step& step_of(std::uint32_t rank) const { return program_.steps[ranks_[rank].next_step]; }
    static bool is_compute_step(const Step& step) {
        return step.kind == StepKind::compute || step.kind == StepKind::pair;
    }

    // Does the next step of a rank, or says that it has to wait.
    bool advance(std::uint32_t rank) {
        const Step& step = step_of(rank);
        if (is_compute_step(step)) return compute(rank, step);
        if (model_.handover == Handover::grouped) return group(rank);
        if (meets()) return meet(rank, step);
        return step.kind == StepKind::send ? send(rank, step.op) : receive(rank, step.op);
    }

    void pass(std::uint32_t rank, std::uint64_t tick) {
        ranks_[rank].free_at = std::max(ranks_[rank].free_at, tick);
        ++ranks_[rank].next_step;
    }
    void wake(std::uint32_t rank) { ready_.push_back(rank); }

    // When an input can be used on the rank of `op`; `never` for one that is not there yet.
    [[nodiscard]] std::uint64_t usable(std::uint32_t input, std::uint32_t op) const {
        if (program_.ops[input].rank == program_.ops[op].rank) return ended_[input];
        if (received_[input] == never) return never;
        return later(sent_[input], problem_.hop_latency_ticks);
    }
    [[nodiscard]] std::uint64_t inputs_usable(std::uint32_t op) const {
        std::uint64_t tick = 0;
        each_input(index_, program_.ops[op], [&](std::uint32_t input) { tick = std::max(tick, usable(input, op)); });
        return tick;
    }

    bool compute(std::uint32_t rank, const Step& step) {
        const bool is_pair = step.kind == StepKind::pair;
        const std::uint64_t inputs = std::max(inputs_usable(step.op), is_pair ? inputs_usable(step.op + 1) : 0);
        if (inputs == never) return false;  // and for good: nobody else can bring it
        std::uint64_t tick = std::max(inputs, ranks_[rank].free_at);
        for (std::uint32_t op = step.op; op <= step.op + (is_pair ? 1 : 0); ++op) {
            program_.ops[op].start_tick = tick;
            tick = later(tick, problem_.duration(program_.ops[op].kind));
        }
        ended_[step.op] = tick;
        if (is_pair) ended_[step.op + 1] = tick;
        makespan_ticks_ = std::max(makespan_ticks_, tick);
        pass(rank, tick);
        return true;
    }

    // When a rank is there for a send or receive; `never` for a send of what it has yet to make.
    [[nodiscard]] std::uint64_t arrival(std::uint32_t rank, const Step& step) const {
        return step.kind == StepKind::send ? std::max(ranks_[rank].free_at, ended_[step.op]) : ranks_[rank].free_at;
    }

    bool send(std::uint32_t rank, std::uint32_t message) {
        std::uint64_t tick = arrival(rank, {StepKind::send, message, 0});
        if (tick == never) return false;
        if (has_slots() && slot_before_[message] != OpIndex::none) {
            const std::uint64_t slot_free = received_[slot_before_[message]];
            if (slot_free == never) return false;
            tick = std::max(tick, slot_free);
        }
        sent_[message] = tick;
        pass(rank, tick);
        const std::uint32_t receiver = program_.receiver(message);
        if (waits_at(receiver, StepKind::receive, message)) wake(receiver);
        return true;
    }

    bool receive(std::uint32_t rank, std::uint32_t message) {
        if (sent_[message] == never) return false;
        received_[message] = std::max(ranks_[rank].free_at, later(sent_[message], problem_.hop_latency_ticks));
        pass(rank, received_[message]);
        // The slot that this frees may be what the sender waits for.
        const std::uint32_t sender = program_.sender(message);
        if (has_slots() && !is_done(sender)) {
            const Step& at = step_of(sender);
            if (at.kind == StepKind::send && slot_before_[at.op] == message) wake(sender);
        }
        return true;
    }

    [[nodiscard]] bool waits_at(std::uint32_t rank, StepKind kind, std::uint32_t message) const {
        return !is_done(rank) && step_of(rank).kind == kind && step_of(rank).op == message;
    }

    [[nodiscard]] std::uint32_t partner(const Step& step) const {
        return step.kind == StepKind::send ? program_.receiver(step.op) : program_.sender(step.op);
    }

    // Rendezvous: the first to come notes when, the second completes both.
    bool meet(std::uint32_t rank, const Step& step) {
        const std::uint64_t here = arrival(rank, step);
        if (here == never) return false;
        if (sent_[step.op] != never) {
            pass(rank, sent_[step.op]);
            return true;
        }
        if (arrived_[step.op] == never) {
            arrived_[step.op] = here;
            return false;
        }
        sent_[step.op] = received_[step.op] = std::max(here, arrived_[step.op]);
        wake(partner(step));
        pass(rank, sent_[step.op]);
        return true;
    }

    // One past the last step of the group that begins at the rank's next.
    [[nodiscard]] std::size_t group_end(std::uint32_t rank) const {
        std::size_t end = ranks_[rank].next_step;
        while (end < program_.first_step[rank + 1] && !is_compute_step(program_.steps[end])) ++end;
        return end;
    }

    // Posts all of a group when the rank comes to it, and leaves it when all its members have met theirs.
    bool group(std::uint32_t rank) {
        Rank& self = ranks_[rank];
        if (!self.posted && !post_group(rank)) return false;
        if (self.members_left > 0) return false;
        const std::uint64_t end = self.group_ends;
        self.next_step = group_end(rank);
        self.posted = false;
        self.free_at = std::max(self.free_at, end);
        return true;
    }

    bool post_group(std::uint32_t rank) {
        Rank& self = ranks_[rank];
        const std::size_t end = group_end(rank);
        std::uint64_t here = self.free_at;
        for (std::size_t at = self.next_step; at < end; ++at) here = std::max(here, arrival(rank, program_.steps[at]));
        if (here == never) return false;
        self.posted = true;
        self.members_left = end - self.next_step;
        self.group_ends = here;
        for (std::size_t at = self.next_step; at < end; ++at) post(rank, program_.steps[at], here);
        return true;
    }

    void post(std::uint32_t rank, const Step& step, std::uint64_t here) {
        if (arrived_[step.op] == never) {
            arrived_[step.op] = here;
            return;
        }
        const std::uint64_t tick = std::max(here, arrived_[step.op]);
        sent_[step.op] = received_[step.op] = tick;
        for (const std::uint32_t side : {rank, partner(step)}) {
            Rank& member = ranks_[side];
            member.group_ends = std::max(member.group_ends, tick);
            if (--member.members_left == 0 && side != rank) wake(side);
        }
    }

    // What a rank that has stopped waits for, all of it.
    [[nodiscard]] std::vector<Wait> waits_of(std::uint32_t rank) const {
        if (is_done(rank)) return {};
        const Step& step = step_of(rank);
        std::vector<Wait> waits;
        if (is_compute_step(step)) {
            add_missing_inputs(step.op, step.position, waits);
            if (step.kind == StepKind::pair) add_missing_inputs(step.op + 1, step.position, waits);
            return waits;
        }
        if (model_.handover == Handover::grouped) return waits_of_group(rank);
        return {wait_at(rank, step, false)};
    }

    void add_missing_inputs(std::uint32_t op, std::size_t position, std::vector<Wait>& waits) const {
        const std::uint32_t rank = program_.ops[op].rank;
        each_input(index_, program_.ops[op], [&](std::uint32_t input) {
            if (usable(input, op) == never) {
                waits.push_back({rank, position, WaitFor::own_result, program_.ops[input], rank, false});
            }
        });
    }

    [[nodiscard]] Wait wait_at(std::uint32_t rank, const Step& step, bool in_group) const {
        const TimedOp& result = program_.ops[step.op];
        if (arrival(rank, step) == never) return {rank, step.position, WaitFor::own_result, result, rank, false};
        if (step.kind == StepKind::receive) {
            return {rank, step.position, WaitFor::receive, result, program_.sender(step.op), in_group};
        }
        const WaitFor what = has_slots() ? WaitFor::slot : WaitFor::send;
        return {rank, step.position, what, result, program_.receiver(step.op), in_group};
    }

    [[nodiscard]] std::vector<Wait> waits_of_group(std::uint32_t rank) const {
        std::vector<Wait> waits;
        const bool posted = ranks_[rank].posted;
        const std::size_t end = group_end(rank);
        for (std::size_t at = ranks_[rank].next_step; at < end; ++at) {
            const Step& step = program_.steps[at];
            const bool is_missing = posted ? sent_[step.op] == never : arrival(rank, step) == never;
            if (is_missing) waits.push_back(wait_at(rank, step, true));
        }
        return waits;
    }

    [[nodiscard]] std::vector<Wait> find_cycle() const {
        std::vector<std::vector<std::uint32_t>> waits_for(ranks_.size());
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
            for (const Wait& wait : waits_of(rank)) waits_for[rank].push_back(wait.other_rank);
        }
        const std::vector<std::uint32_t> members = wait_cycle(waits_for);
        std::vector<Wait> cycle;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const std::uint32_t next = members[(i + 1) % members.size()];
            const std::vector<Wait> waits = waits_of(members[i]);
            cycle.push_back(*std::ranges::find(waits, next, &Wait::other_rank));
        }
        return cycle;
    }

    const Problem& problem_;
    Program program_;
    OpIndex index_;
    Communication model_;
    std::vector<Rank> ranks_;
    std::vector<std::uint64_t> ended_;        // by op
    std::vector<std::uint64_t> arrived_;      // by message: when the first of the two ranks was there
    std::vector<std::uint64_t> sent_;         // by message: when its send completed
    std::vector<std::uint64_t> received_;     // by message: when its receive completed
    std::vector<std::uint32_t> slot_before_;  // by message, with slots alone
    std::vector<std::uint32_t> ready_;        // ranks to go on with
    std::uint64_t makespan_ticks_ = 0;
};

std::string in_words(const Wait& wait) {
    const std::string result = op_token(wait.result);
    const char* const group = wait.in_group ? "in a group " : "";
    switch (wait.what) {
        case WaitFor::own_result:
            return fmt::format("waits for {}, which {} later in its own order", result,
                               wait.result.rank == wait.rank ? "comes" : "it receives");
        case WaitFor::send:
            return fmt::format("waits {}to send {} to rank {}", group, result, wait.other_rank);
        case WaitFor::receive:
            return fmt::format("waits {}to receive {} from rank {}", group, result, wait.other_rank);
        case WaitFor::slot:
            return fmt::format("waits for a free slot to send {} to rank {}", result, wait.other_rank);
    }
    return {};
}

}  // namespace

Execution execute(const Problem& problem, const Orders& orders, const Communication& model) {
    auto program = program_of(problem, orders);
    if (!program) return std::move(program.error());
    if (model.fifo) {
        Report swaps = check_fifo(*program);
        if (!swaps.valid()) return swaps;
    }
    return Run(problem, std::move(*program), model).go();
}

std::optional<std::uint64_t> least_slots(const Problem& problem, const Orders& orders) {
    const auto runs = [&](std::uint64_t slots) {
        const Communication model{.handover = Handover::buffered, .slots = slots};
        return std::holds_alternative<Executed>(execute(problem, orders, model));
    };
    // More slots never hurt, and as many as there are messages are as good as `dependencies`.
    std::uint64_t enough = 0;
    for (const std::vector<Action>& actions : orders.by_rank) enough = std::max<std::uint64_t>(enough, actions.size());
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

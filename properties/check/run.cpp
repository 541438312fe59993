#include "properties/check/run.h"

#include <algorithm>
#include <limits>

#include "properties/check/channels.h"

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
    std::uint64_t group_ends = 0;  // when the last of its members has completed, and never before `free_at`
};

bool is_compute_step(const Step& step) { return step.kind == StepKind::compute || step.kind == StepKind::pair; }

class Run {
public:
    Run(const Problem& problem, const Program& program, const Communication& model)
        : problem_(problem),
          program_(program),
          model_(model),
          schedule_(program.ops),
          ranks_(program.ranks()),
          ended_(program.ops.size(), never),
          sent_(program.ops.size(), never),
          received_(program.ops.size(), never),
          arrived_(program.ops.size(), never) {
        if (has_slots()) slot_before_ = slot_before(program, model.slots);
    }

    [[nodiscard]] std::variant<Executed, Standstill> go() && {
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
        // Where all ops have run, all that they need was sent and received.
        const auto never_run = static_cast<std::uint64_t>(std::ranges::count(ended_, never));
        if (never_run > 0) return standstill(never_run);
        return Executed{std::move(schedule_), makespan_ticks_};
    }

private:
    [[nodiscard]] bool has_slots() const { return model_.handover == Handover::buffered && model_.slots > 0; }
    [[nodiscard]] bool meets() const { return model_.handover == Handover::buffered && model_.slots == 0; }
    [[nodiscard]] bool is_done(std::uint32_t rank) const {
        return ranks_[rank].next_step == program_.first_step[rank + 1];
    }
    [[nodiscard]] const Step& step_of(std::uint32_t rank) const { return program_.steps[ranks_[rank].next_step]; }

    // Does the next step of a rank, or says that it has to wait.
    bool advance(std::uint32_t rank) {
        const Step& step = step_of(rank);
        if (is_compute_step(step)) return compute(rank, step);
        if (model_.handover == Handover::grouped) return group(rank);
        if (meets()) return meet(rank, step);
        return step.kind == StepKind::send ? send(rank, step) : receive(rank, step.op);
    }

    void pass(std::uint32_t rank, std::uint64_t tick) {
        ranks_[rank].free_at = std::max(ranks_[rank].free_at, tick);
        ++ranks_[rank].next_step;
    }
    void wake(std::uint32_t rank) { ready_.push_back(rank); }

    // When an input can be used by `op`; `never` for one that is not there yet, 0 for none.
    [[nodiscard]] std::uint64_t usable(std::uint32_t input, std::uint32_t op) const {
        if (input == OpIndex::none) return 0;
        if (program_.ops[input].rank == program_.ops[op].rank) return ended_[input];
        if (received_[input] == never) return never;
        return later(sent_[input], problem_.hop_latency_ticks);
    }
    [[nodiscard]] std::uint64_t inputs_usable(std::uint32_t op) const {
        const Inputs& inputs = program_.inputs[op];
        return std::max(usable(inputs.own, op), usable(inputs.neighbour, op));
    }

    bool compute(std::uint32_t rank, const Step& step) {
        const std::uint32_t last = step.op + (step.kind == StepKind::pair ? 1 : 0);
        std::uint64_t tick = ranks_[rank].free_at;
        for (std::uint32_t op = step.op; op <= last; ++op) tick = std::max(tick, inputs_usable(op));
        if (tick == never) return false;  // and for good: nobody else can bring it
        for (std::uint32_t op = step.op; op <= last; ++op) {
            schedule_[op].start_tick = tick;
            tick = later(tick, problem_.duration(schedule_[op].kind));
        }
        for (std::uint32_t op = step.op; op <= last; ++op) ended_[op] = tick;
        makespan_ticks_ = std::max(makespan_ticks_, tick);
        pass(rank, tick);
        return true;
    }

    // When a rank is there for a send or receive; `never` for a send of what it has yet to make.
    [[nodiscard]] std::uint64_t arrival(std::uint32_t rank, const Step& step) const {
        return step.kind == StepKind::send ? std::max(ranks_[rank].free_at, ended_[step.op]) : ranks_[rank].free_at;
    }

    bool send(std::uint32_t rank, const Step& step) {
        std::uint64_t tick = arrival(rank, step);
        if (has_slots() && slot_before_[step.op] != OpIndex::none) {
            tick = std::max(tick, received_[slot_before_[step.op]]);
        }
        if (tick == never) return false;
        sent_[step.op] = tick;
        pass(rank, tick);
        // The receiver is not done before it has received this, and no other step of its rank is of this op.
        const std::uint32_t receiver = program_.receiver(step.op);
        if (step_of(receiver).op == step.op) wake(receiver);
        return true;
    }

    bool receive(std::uint32_t rank, std::uint32_t message) {
        if (sent_[message] == never) return false;
        received_[message] = std::max(ranks_[rank].free_at, later(sent_[message], problem_.hop_latency_ticks));
        pass(rank, received_[message]);
        // The slot that this frees may be what the sender waits for; a rank that is woken early looks again later.
        const std::uint32_t sender = program_.sender(message);
        if (has_slots() && !is_done(sender) && slot_before_[step_of(sender).op] == message) wake(sender);
        return true;
    }

    [[nodiscard]] std::uint32_t partner(const Step& step) const {
        return step.kind == StepKind::send ? program_.receiver(step.op) : program_.sender(step.op);
    }

    // Rendezvous: the first to come notes when, the second completes both.
    bool meet(std::uint32_t rank, const Step& step) {
        const std::uint64_t here = arrival(rank, step);
        if (here == never) return false;
        if (sent_[step.op] == never) {
            if (arrived_[step.op] == never) {
                arrived_[step.op] = here;
                return false;
            }
            sent_[step.op] = received_[step.op] = std::max(here, arrived_[step.op]);
            wake(partner(step));
        }
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
        self.next_step = group_end(rank);
        self.posted = false;
        self.free_at = self.group_ends;
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

    [[nodiscard]] Standstill standstill(std::uint64_t never_run) const {
        Standstill found{.waits = {}, .never_run = never_run};
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) found.waits.push_back(waits_of(rank));
        return found;
    }

    [[nodiscard]] std::vector<Wait> waits_of(std::uint32_t rank) const {
        if (is_done(rank)) return {};
        const Step& step = step_of(rank);
        if (model_.handover == Handover::grouped && !is_compute_step(step)) return waits_of_group(rank);
        if (!is_compute_step(step)) return {wait_at(rank, step, false)};
        std::vector<Wait> waits = missing_inputs(step.op, step.position);
        if (step.kind == StepKind::pair) {
            const std::vector<Wait> more = missing_inputs(step.op + 1, step.position);
            waits.insert(waits.end(), more.begin(), more.end());
        }
        return waits;
    }

    [[nodiscard]] std::vector<Wait> missing_inputs(std::uint32_t op, std::size_t position) const {
        std::vector<Wait> waits;
        const std::uint32_t rank = program_.ops[op].rank;
        for (const std::uint32_t input : {program_.inputs[op].own, program_.inputs[op].neighbour}) {
            if (usable(input, op) == never) {
                waits.push_back({rank, position, WaitFor::own, program_.ops[input], rank, false});
            }
        }
        return waits;
    }

    [[nodiscard]] Wait wait_at(std::uint32_t rank, const Step& step, bool in_group) const {
        const TimedOp& result = program_.ops[step.op];
        if (arrival(rank, step) == never) return {rank, step.position, WaitFor::own, result, rank, in_group};
        const WaitFor what = step.kind == StepKind::send ? WaitFor::send : WaitFor::receive;
        return {rank, step.position, what, result, partner(step), in_group};
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

    const Problem& problem_;
    const Program& program_;
    Communication model_;
    Schedule schedule_;
    std::vector<Rank> ranks_;
    std::vector<std::uint64_t> ended_;        // by op
    std::vector<std::uint64_t> sent_;         // by message: when its send completed
    std::vector<std::uint64_t> received_;     // by message: when its receive completed
    std::vector<std::uint64_t> arrived_;      // by message, without buffers: when the first of the two ranks was there
    std::vector<std::uint32_t> slot_before_;  // by message, with slots alone
    std::vector<std::uint32_t> ready_;        // ranks to go on with
    std::uint64_t makespan_ticks_ = 0;
};

}  // namespace

std::variant<Executed, Standstill> run(const Problem& problem, const Program& program, const Communication& model) {
    return Run(problem, program, model).go();
}

}  // namespace tickproof::check

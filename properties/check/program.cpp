#include "properties/check/program.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"
#include "properties/check/inputs.h"
#include "properties/check/words.h"

namespace tickproof::check {

namespace {

bool is_send_or_receive(const Action& action) { return is_send(action.kind) || is_receive(action.kind); }

// Fills in who waits for whom.
void find_inputs(Program& program, const OpIndex& index) {
    program.inputs.resize(program.ops.size());
    program.consumer.assign(program.ops.size(), OpIndex::none);
    for (std::uint32_t op = 0; op < program.ops.size(); ++op) {
        each_input(index, program.ops[op], [&](std::uint32_t input) {
            const bool is_own = program.ops[input].stage == program.ops[op].stage;
            (is_own ? program.inputs[op].own : program.inputs[op].neighbour) = input;
            if (program.ops[input].rank != program.ops[op].rank) program.consumer[input] = op;
        });
    }
}

// Puts a receive right before what needs the message, and a send right after what makes it.
class Placing {
public:
    explicit Placing(Program& program) : program_(program) {}

    void add(std::uint32_t op, std::uint32_t position) {
        receive(op, position);
        program_.steps.push_back({StepKind::compute, op, position});
        send(op, position);
    }
    void add_pair(std::uint32_t op, std::uint32_t position) {
        receive(op, position);
        receive(op + 1, position);
        program_.steps.push_back({StepKind::pair, op, position});
        send(op, position);
        send(op + 1, position);
    }
    // Only orders that hold no sends or receives are given any.
    void communicate(const Action& /*action*/, std::uint32_t /*rank*/, std::uint32_t /*position*/) {}

private:
    void receive(std::uint32_t op, std::uint32_t position) {
        const std::uint32_t message = program_.inputs[op].neighbour;
        if (message == OpIndex::none || program_.consumer[message] != op) return;
        program_.steps.push_back({StepKind::receive, message, position});
    }
    void send(std::uint32_t op, std::uint32_t position) {
        if (program_.consumer[op] != OpIndex::none) program_.steps.push_back({StepKind::send, op, position});
    }

    Program& program_;
};

// Takes sends and receives as they are written, and says what is wrong with them.
class Writing {
public:
    Writing(const Problem& problem, const Orders& orders, Program& program, const OpIndex& index)
        : problem_(problem),
          orders_(orders),
          program_(program),
          index_(index),
          sent_(program.ops.size()),
          received_(program.ops.size()) {}

    void add(std::uint32_t op, std::uint32_t position) { program_.steps.push_back({StepKind::compute, op, position}); }
    void add_pair(std::uint32_t op, std::uint32_t position) {
        program_.steps.push_back({StepKind::pair, op, position});
    }

    void communicate(const Action& action, std::uint32_t rank, std::uint32_t position) {
        const Here here{action, rank, position};
        if (problem_.placement.rank_of(action.stage) != rank) {
            return add_fault(Rule::own_rank, here,
                             [] { return std::string("is of a stage that this rank does not hold"); });
        }
        const auto neighbour = neighbour_of(action);
        if (!neighbour) return add_fault(Rule::payload, here, [] { return std::string("has no neighbour to go to"); });
        if (problem_.placement.rank_of(*neighbour) == rank) {
            return add_fault(Rule::payload, here, [&] {
                return fmt::format("is with a stage of the same rank: stage {} needs no message", *neighbour);
            });
        }
        const std::uint32_t message = message_of(action, *neighbour);
        if (message == OpIndex::none || program_.consumer[message] == OpIndex::none) {
            return add_fault(Rule::payload, here, [] { return std::string("carries what no op makes or needs"); });
        }
        auto& done = is_send(action.kind) ? sent_ : received_;
        if (done[message]) return add_fault(Rule::payload, here, [] { return std::string("comes a second time"); });
        done[message] = true;
        program_.steps.push_back({is_send(action.kind) ? StepKind::send : StepKind::receive, message, position});
    }

    [[nodiscard]] Report faults() && {
        for (std::uint32_t message = 0; message < program_.ops.size(); ++message) {
            if (program_.consumer[message] == OpIndex::none) continue;
            if (!sent_[message]) add_missing(message, program_.sender(message), "sends");
            if (!received_[message]) add_missing(message, program_.receiver(message), "receives");
        }
        return std::move(report_);
    }

private:
    struct Here {
        const Action& action;
        std::uint32_t rank;
        std::uint32_t position;
    };

    template <class Words>
    void add_fault(Rule rule, const Here& here, const Words& words) {
        report_.add(rule, [&] {
            return std::pair{place_of(orders_, here.rank, here.position),
                             fmt::format("{} {}", action_token(here.action), words())};
        });
    }

    // `at` is the rank that has the action left to do.
    void add_missing(std::uint32_t message, std::uint32_t at, const char* never) {
        report_.add(Rule::payload, [&] {
            return std::pair{fmt::format("rank {}", at),
                             fmt::format("{} needs {}, which rank {} never {}", op_token(needing(message)),
                                         op_token(program_.ops[message]), at, never)};
        });
    }
    [[nodiscard]] const TimedOp& needing(std::uint32_t message) const {
        return program_.ops[program_.consumer[message]];
    }

    // The stage at the other end: forwards go up, backwards down.
    [[nodiscard]] std::optional<std::uint64_t> neighbour_of(const Action& action) const {
        const bool up = action.kind == ActionKind::send_forward || action.kind == ActionKind::receive_backward;
        if (up) {
            const std::uint64_t above = std::uint64_t{action.stage} + 1;
            return above < problem_.stages() ? std::optional(above) : std::nullopt;
        }
        return action.stage > 0 ? std::optional<std::uint64_t>(action.stage - 1) : std::nullopt;
    }

    [[nodiscard]] std::uint32_t message_of(const Action& action, std::uint64_t neighbour) const {
        const std::uint64_t maker = is_send(action.kind) ? action.stage : neighbour;
        const bool forward = action.kind == ActionKind::send_forward || action.kind == ActionKind::receive_forward;
        return forward ? index_.find(OpKind::forward, maker, action.microbatch)
                       : find_gradient(index_, maker, action.microbatch);
    }

    const Problem& problem_;
    const Orders& orders_;
    Program& program_;
    const OpIndex& index_;
    std::vector<bool> sent_;
    std::vector<bool> received_;
    Report report_;
};

// Hands each action to `into`, ops by their position in the program.
template <class Into>
void walk(const Orders& orders, Program& program, Into& into) {
    std::uint32_t op = 0;
    for (std::uint32_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        program.first_step.push_back(program.steps.size());
        const std::vector<Action>& actions = orders.by_rank[rank];
        for (std::uint32_t position = 0; position < actions.size(); ++position) {
            const Action& action = actions[position];
            if (is_send_or_receive(action)) into.communicate(action, rank, position);
            if (!is_compute(action.kind)) continue;
            if (action.overlaps_next && position + 1 < actions.size() && is_compute(actions[position + 1].kind)) {
                into.add_pair(op, position);
                op += 2;
                ++position;
            } else {
                into.add(op, position);
                ++op;
            }
        }
    }
    program.first_step.push_back(program.steps.size());
}

}  // namespace

bool communicates(const Orders& orders) {
    return std::ranges::any_of(orders.by_rank, [](const std::vector<Action>& actions) {
        return std::ranges::any_of(actions, is_send_or_receive);
    });
}

std::expected<Program, Report> program_of(const Problem& problem, const Orders& orders) {
    Program program;
    program.ops = compute_ops(problem, orders);
    const OpIndex index(problem, program.ops);
    find_inputs(program, index);
    if (!communicates(orders)) {
        Placing placing(program);
        walk(orders, program, placing);
        return program;
    }
    Writing writing(problem, orders, program, index);
    walk(orders, program, writing);
    Report faults = std::move(writing).faults();
    if (!faults.valid()) return std::unexpected(std::move(faults));
    return program;
}

}  // namespace tickproof::check

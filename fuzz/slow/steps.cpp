#include "fuzz/slow/steps.h"

#include <algorithm>

namespace tickproof::slow {

bool Messages::exists(const Message& message) const {
    if (message.from_stage >= problem_.stages() || message.microbatch >= problem_.microbatches) return false;
    const bool at_the_end = message.forward ? message.from_stage + 1 == problem_.stages() : message.from_stage == 0;
    return !at_the_end && sender(message) != receiver(message);
}

std::optional<Message> Messages::made_by(const TimedOp& op) const {
    if (op.kind == OpKind::backward_weight) return std::nullopt;
    const Message message{op.kind == OpKind::forward, op.stage, op.microbatch};
    return exists(message) ? std::optional(message) : std::nullopt;
}

std::optional<Message> Messages::needed_by(const TimedOp& op) const {
    if (op.kind == OpKind::backward_weight) return std::nullopt;
    const bool forward = op.kind == OpKind::forward;
    if (forward && op.stage == 0) return std::nullopt;
    const Message message{forward, forward ? op.stage - 1 : std::uint64_t{op.stage} + 1, op.microbatch};
    return exists(message) ? std::optional(message) : std::nullopt;
}

std::optional<Message> Messages::of(const Action& action, std::uint32_t rank) const {
    if (action.stage >= problem_.stages() || rank_of(action.stage) != rank) return std::nullopt;
    // A send is of what an op of its stage makes, a receive of what an op of its stage needs.
    const bool forward = action.kind == ActionKind::send_forward || action.kind == ActionKind::receive_forward;
    const OpKind kind = forward ? OpKind::forward : OpKind::backward;
    const TimedOp op{0, rank, action.stage, 0, action.microbatch, kind};
    return is_send(action.kind) ? made_by(op) : needed_by(op);
}

namespace {

bool communicates(const Action& action) { return is_send(action.kind) || is_receive(action.kind); }

bool is_written_out(const Orders& orders) {
    return std::ranges::any_of(orders.by_rank, [](const auto& row) { return std::ranges::any_of(row, communicates); });
}

class Writer {
public:
    Writer(const Problem& problem, const Orders& orders)
        : problem_(problem), messages_(problem), orders_(orders), places_(!is_written_out(orders)) {}

    [[nodiscard]] std::optional<std::vector<Step>> row(std::uint32_t rank) const {
        const std::vector<Action>& actions = orders_.by_rank[rank];
        std::vector<Step> steps;
        for (std::size_t at = 0; at < actions.size(); ++at) {
            const Action& action = actions[at];
            if (is_compute(action.kind)) {
                std::vector<TimedOp> ops{op_of(action, rank)};
                const std::size_t first = at;
                const bool is_pair =
                    action.overlaps_next && at + 1 < actions.size() && is_compute(actions[at + 1].kind);
                if (is_pair) ops.push_back(op_of(actions[++at], rank));
                add_compute(steps, first, std::move(ops));
            } else if (communicates(action)) {
                const std::optional<Message> message = messages_.of(action, rank);
                if (!message) return std::nullopt;
                steps.push_back({is_send(action.kind) ? Does::send : Does::receive, at, {}, *message});
            }
        }
        return steps;
    }

private:
    [[nodiscard]] TimedOp op_of(const Action& action, std::uint32_t rank) const {
        const auto chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(action.stage));
        return {0, rank, action.stage, chunk, action.microbatch, static_cast<OpKind>(action.kind)};
    }

    void add_compute(std::vector<Step>& steps, std::size_t at, std::vector<TimedOp> ops) const {
        std::vector<Step> before;
        std::vector<Step> after;
        for (const TimedOp& op : ops) {
            if (const auto needed = messages_.needed_by(op)) before.push_back({Does::receive, at, {}, *needed});
            if (const auto made = messages_.made_by(op)) after.push_back({Does::send, at, {}, *made});
        }
        if (places_) steps.insert(steps.end(), before.begin(), before.end());
        steps.push_back({Does::compute, at, std::move(ops), {}});
        if (places_) steps.insert(steps.end(), after.begin(), after.end());
    }

    const Problem& problem_;
    Messages messages_;
    const Orders& orders_;
    bool places_;  // the model places sends and receives
};

// Of all ranks one after another, what `does` names.
std::vector<Message> all_that(Does does, const Steps& steps) {
    std::vector<Message> found;
    for (const auto& row : steps) {
        for (const Step& step : row) {
            if (step.does == does) found.push_back(step.message);
        }
    }
    return found;
}

bool is_each_message_once(const Messages& messages, const std::vector<Message>& carried) {
    std::vector<int> times(messages.count());
    for (const Message& message : carried) ++times[messages.number(message)];
    for (std::size_t number = 0; number < times.size(); ++number) {
        if (times[number] != (messages.exists(messages.numbered(number)) ? 1 : 0)) return false;
    }
    return true;
}

// Sorted by pair of ranks, within a pair in the order in which its rank sends or receives them.
std::vector<Message> by_pair(const Messages& messages, std::vector<Message> carried) {
    std::ranges::stable_sort(carried, {}, [&messages](const Message& message) {
        return std::pair(messages.sender(message), messages.receiver(message));
    });
    return carried;
}

}  // namespace

std::optional<Steps> steps_of(const Problem& problem, const Orders& orders, bool fifo) {
    const Writer writer(problem, orders);
    Steps steps;
    for (std::uint32_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        auto row = writer.row(rank);
        if (!row) return std::nullopt;
        steps.push_back(std::move(*row));
    }
    const Messages messages(problem);
    const std::vector<Message> sent = all_that(Does::send, steps);
    const std::vector<Message> received = all_that(Does::receive, steps);
    if (!is_each_message_once(messages, sent) || !is_each_message_once(messages, received)) return std::nullopt;
    if (fifo && by_pair(messages, sent) != by_pair(messages, received)) return std::nullopt;
    return steps;
}

}  // namespace tickproof::slow

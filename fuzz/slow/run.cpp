#include "fuzz/slow/run.h"

#include <algorithm>
#include <span>
#include <utility>

#include "fuzz/slow/simulation.h"

namespace tickproof::slow {

namespace {

using Moment = std::uint64_t;

// What has become of a message.
struct Mail {
    bool send_posted = false;     // its sender stands at the send
    bool receive_posted = false;  // its receiver stands at the receive
    std::optional<Moment> sent{};
    bool received = false;
};

struct Rank {
    std::size_t at = 0;  // the step it stands at, or as many as it has
    Moment busy_until = 0;
    bool posted = false;  // the sends and receives it stands at
};

class World {
public:
    World(const Problem& problem, const Communication& model, Steps steps)
        : problem_(problem),
          model_(model),
          messages_(problem),
          steps_(std::move(steps)),
          ranks_(steps_.size()),
          mail_(messages_.count()),
          ended_(4 * problem.stages() * problem.microbatches) {}

    void run() {
        for (std::optional<Moment> now = 0; now; now = next_moment(*now)) {
            while (anything_changes(*now)) {
            }
        }
    }

    [[nodiscard]] bool is_done() const {
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
            if (ranks_[rank].at < steps_[rank].size()) return false;
        }
        return true;
    }
    [[nodiscard]] Ran ran() const {
        Ran ran;
        for (const auto& row : steps_) {
            for (const Step& step : row) ran.schedule.insert(ran.schedule.end(), step.ops.begin(), step.ops.end());
        }
        return ran;
    }
    [[nodiscard]] Stuck stuck(const Orders& orders) const {
        Stuck stuck;
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
            const auto left = std::span(steps_[rank]).subspan(ranks_[rank].at);
            stuck.reached.push_back(left.empty() ? orders.by_rank[rank].size() : left.front().action);
            stuck.waiting.push_back(left.empty() ? std::vector<Waiting>{} : waiting(rank));
            for (const Step& step : left) stuck.never_run += step.ops.size();
        }
        return stuck;
    }

private:
    bool anything_changes(Moment now) {
        bool changes = false;
        for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
            const bool is_free = ranks_[rank].at < steps_[rank].size() && ranks_[rank].busy_until <= now;
            if (!is_free) continue;
            const bool computes = steps_[rank][ranks_[rank].at].does == Does::compute;
            changes |= computes ? compute(ranks_[rank], steps_[rank][ranks_[rank].at], now) : communicate(rank, now);
        }
        return changes;
    }

    // A compute starts when the rank is there and its inputs are usable. Those of an overlapped pair run one after the
    // other, and the results of both are usable when both have ended.
    bool compute(Rank& rank, Step& step, Moment now) {
        for (const TimedOp& op : step.ops) {
            if (!has_inputs(op, now)) return false;
        }
        rank.busy_until = now;
        for (TimedOp& op : step.ops) {
            op.start_tick = rank.busy_until;
            rank.busy_until += problem_.duration(op.kind);
        }
        for (const TimedOp& op : step.ops) ended(op.kind, op.stage, op.microbatch) = rank.busy_until;
        ++rank.at;
        return true;
    }

    [[nodiscard]] bool has_inputs(const TimedOp& op, Moment now) const {
        if (op.kind == OpKind::backward_weight) {
            return is_there(OpKind::backward_input, op.stage, op.microbatch, now);
        }
        const bool forward = op.kind == OpKind::forward;
        if (!forward && !is_there(OpKind::forward, op.stage, op.microbatch, now)) return false;
        if (const auto needed = messages_.needed_by(op)) return mail(*needed).received && is_usable(*needed, now);
        if (forward) return op.stage == 0 || is_there(OpKind::forward, op.stage - 1, op.microbatch, now);
        return op.stage + 1 == problem_.stages() || is_gradient_there(op.stage + 1, op.microbatch, now);
    }

    // All sends and receives between two computes are one group; under the other models each is one by itself.
    [[nodiscard]] std::span<const Step> group(std::uint32_t rank) const {
        const auto left = std::span(steps_[rank]).subspan(ranks_[rank].at);
        if (model_.handover != Handover::grouped) return left.first(1);
        const auto end = std::ranges::find(left, Does::compute, &Step::does);
        return left.first(static_cast<std::size_t>(end - left.begin()));
    }

    // Posts what the rank stands at, once, and together; then each completes when it can, and the rank goes on when all
    // have.
    bool communicate(std::uint32_t rank, Moment now) {
        const auto members = group(rank);
        bool changes = false;
        if (!ranks_[rank].posted) {
            if (!std::ranges::all_of(members, [&](const Step& step) { return can_post(step, now); })) return false;
            for (const Step& step : members) {
                (step.does == Does::send ? mail(step.message).send_posted : mail(step.message).receive_posted) = true;
            }
            ranks_[rank].posted = true;
            changes = true;
        }
        for (const Step& step : members) {
            if (is_complete(step) || !can_complete(step, now)) continue;
            if (step.does == Does::send) mail(step.message).sent = now;
            if (step.does == Does::receive) mail(step.message).received = true;
            changes = true;
        }
        if (std::ranges::all_of(members, [&](const Step& step) { return is_complete(step); })) {
            ranks_[rank].at += members.size();
            ranks_[rank].posted = false;
        }
        return changes;
    }

    // What is not made yet cannot be sent.
    [[nodiscard]] bool can_post(const Step& step, Moment now) const {
        const auto& [forward, stage, microbatch] = step.message;
        if (step.does == Does::receive) return true;
        return forward ? is_there(OpKind::forward, stage, microbatch, now) : is_gradient_there(stage, microbatch, now);
    }
    [[nodiscard]] bool is_complete(const Step& step) const {
        return step.does == Does::send ? mail(step.message).sent.has_value() : mail(step.message).received;
    }
    [[nodiscard]] bool can_complete(const Step& step, Moment now) const {
        const bool meets =
            model_.handover == Handover::grouped || (model_.handover == Handover::buffered && model_.slots == 0);
        if (meets) return mail(step.message).send_posted && mail(step.message).receive_posted;
        if (step.does == Does::receive) return is_usable(step.message, now);
        return model_.handover == Handover::dependencies || undelivered_beside(step.message) < model_.slots;
    }
    [[nodiscard]] std::uint64_t undelivered_beside(const Message& message) const {
        std::uint64_t undelivered = 0;
        for (std::size_t number = 0; number < mail_.size(); ++number) {
            if (!mail_[number].sent || mail_[number].received) continue;
            const Message other = messages_.numbered(number);
            const bool same_pair = messages_.sender(other) == messages_.sender(message) &&
                                   messages_.receiver(other) == messages_.receiver(message);
            undelivered += same_pair ? 1 : 0;
        }
        return undelivered;
    }

    // A busy rank is done, or a result becomes usable.
    [[nodiscard]] std::optional<Moment> next_moment(Moment now) const {
        std::optional<Moment> next;
        const auto consider = [&](Moment moment) {
            if (moment > now && (!next || moment < *next)) next = moment;
        };
        for (const Rank& rank : ranks_) consider(rank.busy_until);
        for (const Mail& mail : mail_) {
            if (mail.sent) consider(*mail.sent + problem_.hop_latency_ticks);
        }
        return next;
    }

    // Of a rank that has something left to do, when no rank goes on any more. What it could not post or compute needs
    // something of its own rank: all that was sent has arrived by now.
    [[nodiscard]] std::vector<Waiting> waiting(std::uint32_t rank) const {
        const Step& first = steps_[rank][ranks_[rank].at];
        if (first.does == Does::compute) return {{Does::compute, first.action, rank, std::nullopt}};
        std::vector<Waiting> found;
        for (const Step& step : group(rank)) {
            if (!ranks_[rank].posted) {
                const bool is_own = step.does == Does::send && !can_post(step, never_);
                if (is_own) found.push_back({Does::send, step.action, rank, std::nullopt});
            } else if (!is_complete(step)) {
                const bool sends = step.does == Does::send;
                const std::uint32_t other = sends ? messages_.receiver(step.message) : messages_.sender(step.message);
                found.push_back({step.does, step.action, other, step.message});
            }
        }
        return found;
    }

    [[nodiscard]] Mail& mail(const Message& message) { return mail_[messages_.number(message)]; }
    [[nodiscard]] const Mail& mail(const Message& message) const { return mail_[messages_.number(message)]; }
    [[nodiscard]] bool is_usable(const Message& message, Moment now) const {
        const std::optional<Moment>& sent = mail(message).sent;
        return sent && *sent + problem_.hop_latency_ticks <= now;
    }

    [[nodiscard]] std::size_t cell(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
        return 4 * (microbatch * problem_.stages() + stage) + static_cast<std::size_t>(kind);
    }
    [[nodiscard]] std::optional<Moment>& ended(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) {
        return ended_[cell(kind, stage, microbatch)];
    }
    [[nodiscard]] bool is_there(OpKind kind, std::uint64_t stage, std::uint64_t microbatch, Moment now) const {
        const std::optional<Moment>& end = ended_[cell(kind, stage, microbatch)];
        return end && *end <= now;
    }
    [[nodiscard]] bool is_gradient_there(std::uint64_t stage, std::uint64_t microbatch, Moment now) const {
        return is_there(OpKind::backward, stage, microbatch, now) ||
               is_there(OpKind::backward_input, stage, microbatch, now);
    }

    static constexpr Moment never_ = ~Moment{0};

    const Problem& problem_;
    Communication model_;
    Messages messages_;
    Steps steps_;  // with the times at which they have started
    std::vector<Rank> ranks_;
    std::vector<Mail> mail_;                    // by the message's number
    std::vector<std::optional<Moment>> ended_;  // by cell and OpKind
};

}  // namespace

// As a schedule of which nobody asks the times.
bool can_run(const Problem& problem, const Orders& orders) {
    Schedule ops;
    for (std::uint32_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        for (const Action& action : orders.by_rank[rank]) {
            if (!is_compute(action.kind)) continue;
            ops.push_back({ops.size(), rank, action.stage, 0, action.microbatch, static_cast<OpKind>(action.kind)});
        }
    }
    const Seen seen = simulate(problem, ops);
    return seen.complete && seen.at_home && orders.by_rank.size() == problem.ranks;
}

Outcome run(const Problem& problem, const Orders& orders, const Communication& model) {
    auto steps = steps_of(problem, orders, model.fifo);
    if (!steps) return Unfit{};
    World world(problem, model, std::move(*steps));
    world.run();
    if (world.is_done()) return world.ran();
    return world.stuck(orders);
}

}  // namespace tickproof::slow

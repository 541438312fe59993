#include "fuzz/slow/run.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tickproof::slow {

namespace {

using Moment = std::uint64_t;

// What one stage hands to the next: it goes by the stage that made it.
struct Message {
    bool forward = true;
    std::uint64_t maker = 0;
    std::uint64_t microbatch = 0;
    friend auto operator<=>(const Message&, const Message&) = default;
};
using Ends = std::pair<std::uint64_t, std::uint64_t>;  // the rank that sends, the rank that receives

enum class Kind : std::uint8_t { compute, send, receive };

// One thing that a rank does; a compute is one op or an overlapped pair.
struct Doing {
    Kind kind = Kind::compute;
    std::size_t action = 0;  // where in the rank's list
    std::vector<TimedOp> ops{};
    Message message{};
};
using Doings = std::vector<Doing>;

bool is_forward(OpKind kind) { return kind == OpKind::forward; }

class World {
public:
    World(const Problem& problem, const Orders& orders) : problem_(problem), orders_(orders) {}

    [[nodiscard]] Ends ends_of(const Message& message) const {
        return {rank_of(message.maker), rank_of(receiver_stage(message))};
    }
    [[nodiscard]] std::optional<Message> made_by(const TimedOp& op) const {
        if (op.kind == OpKind::backward_weight) return std::nullopt;
        const Message message{is_forward(op.kind), op.stage, op.microbatch};
        return exists(message) ? std::optional(message) : std::nullopt;
    }
    [[nodiscard]] std::optional<Message> needed_by(const TimedOp& op) const {
        if (op.kind == OpKind::backward_weight) return std::nullopt;
        if (is_forward(op.kind) && op.stage == 0) return std::nullopt;
        const std::uint64_t maker = is_forward(op.kind) ? op.stage - 1 : std::uint64_t{op.stage} + 1;
        const Message message{is_forward(op.kind), maker, op.microbatch};
        return exists(message) ? std::optional(message) : std::nullopt;
    }

    // Every rank's list as doings; nothing if a send or receive is none of this rank's, or of no message.
    [[nodiscard]] std::optional<std::vector<Doings>> doings() const {
        std::vector<Doings> all;
        for (std::size_t rank = 0; rank < orders_.by_rank.size(); ++rank) {
            all.emplace_back();
            const auto& row = orders_.by_rank[rank];
            for (std::size_t at = 0; at < row.size(); ++at) {
                if (is_sharding(row[at].kind)) continue;
                if (!is_compute(row[at].kind)) {
                    const auto doing = written(row[at], rank, at);
                    if (!doing) return std::nullopt;
                    all.back().push_back(*doing);
                    continue;
                }
                Doing doing{.kind = Kind::compute, .action = at};
                doing.ops.push_back(op_of(row[at], rank));
                if (row[at].overlaps_next && at + 1 < row.size() && is_compute(row[at + 1].kind)) {
                    doing.ops.push_back(op_of(row[++at], rank));
                }
                add(all.back(), doing);
            }
        }
        if (!carries_each_once(all)) return std::nullopt;
        return all;
    }

    // Message by message, are they received in the order in which they are sent?
    [[nodiscard]] bool fits_untagged(const std::vector<Doings>& all) const {
        std::map<Ends, std::pair<std::vector<Message>, std::vector<Message>>> lines;
        for (const Doings& row : all) {
            for (const Doing& doing : row) {
                if (doing.kind == Kind::compute) continue;
                auto& [sent, received] = lines[ends_of(doing.message)];
                (doing.kind == Kind::send ? sent : received).push_back(doing.message);
            }
        }
        return std::ranges::all_of(lines, [](const auto& line) { return line.second.first == line.second.second; });
    }

private:
    [[nodiscard]] std::uint64_t rank_of(std::uint64_t stage) const { return problem_.placement.rank_of(stage); }
    [[nodiscard]] static std::uint64_t receiver_stage(const Message& message) {
        return message.forward ? message.maker + 1 : message.maker - 1;
    }
    [[nodiscard]] bool exists(const Message& message) const {
        if (message.microbatch >= problem_.microbatches || message.maker >= problem_.stages()) return false;
        if (message.forward ? message.maker + 1 == problem_.stages() : message.maker == 0) return false;
        return rank_of(message.maker) != rank_of(receiver_stage(message));
    }
    [[nodiscard]] bool is_written() const {
        return std::ranges::any_of(orders_.by_rank, [](const auto& row) {
            return std::ranges::any_of(row, [](const Action& a) { return is_send(a.kind) || is_receive(a.kind); });
        });
    }

    [[nodiscard]] TimedOp op_of(const Action& action, std::size_t rank) const {
        return {.start_tick = 0,
                .rank = static_cast<std::uint32_t>(rank),
                .stage = action.stage,
                .chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(action.stage)),
                .microbatch = action.microbatch,
                .kind = static_cast<OpKind>(action.kind)};
    }

    [[nodiscard]] std::optional<Doing> written(const Action& action, std::size_t rank, std::size_t at) const {
        const bool forward = action.kind == ActionKind::send_forward || action.kind == ActionKind::receive_forward;
        std::uint64_t maker = action.stage;
        if (is_receive(action.kind) && forward && maker == 0) return std::nullopt;
        if (is_receive(action.kind)) maker = forward ? maker - 1 : maker + 1;
        const Message message{forward, maker, action.microbatch};
        if (rank_of(action.stage) != rank || !exists(message)) return std::nullopt;
        return Doing{is_send(action.kind) ? Kind::send : Kind::receive, at, {}, message};
    }

    // With what a model places around it, unless the orders say it themselves.
    void add(Doings& row, const Doing& doing) const {
        const bool places = !is_written();
        for (const TimedOp& op : doing.ops) {
            const auto message = needed_by(op);
            if (places && message) row.push_back({Kind::receive, doing.action, {}, *message});
        }
        row.push_back(doing);
        for (const TimedOp& op : doing.ops) {
            const auto message = made_by(op);
            if (places && message) row.push_back({Kind::send, doing.action, {}, *message});
        }
    }

    [[nodiscard]] bool carries_each_once(const std::vector<Doings>& all) const {
        std::map<std::pair<Kind, Message>, int> carried;
        std::size_t wanted = 0;
        for (const Doings& row : all) {
            for (const Doing& doing : row) {
                if (doing.kind != Kind::compute && ++carried[{doing.kind, doing.message}] > 1) return false;
                for (const TimedOp& op : doing.ops) wanted += made_by(op) ? 2U : 0U;
            }
        }
        return carried.size() == wanted;
    }

    const Problem& problem_;
    const Orders& orders_;
};

class Execution {
public:
    Execution(const Problem& problem, const Orders& orders, const Communication& model, const World& world,
              std::vector<Doings> all)
        : problem_(problem),
          orders_(orders),
          model_(model),
          world_(world),
          all_(std::move(all)),
          reached_(all_.size()),
          busy_until_(all_.size()),
          posted_(all_.size()) {}

    [[nodiscard]] Outcome run() && {
        for (std::optional<Moment> now = 0; now; now = next_moment(*now)) {
            bool changes = true;
            while (changes) {
                changes = false;
                for (std::size_t rank = 0; rank < all_.size(); ++rank) changes |= step(rank, *now);
            }
        }
        return outcome();
    }

private:
    struct Op {
        OpKind kind;
        std::uint64_t stage;
        std::uint64_t microbatch;
        friend auto operator<=>(const Op&, const Op&) = default;
    };

    [[nodiscard]] bool is_done(std::size_t rank) const { return reached_[rank] == all_[rank].size(); }
    [[nodiscard]] bool is_idle(std::size_t rank, Moment now) const {
        return !is_done(rank) && busy_until_[rank] <= now;
    }

    // Whether anything changed.
    bool step(std::size_t rank, Moment now) {
        if (!is_idle(rank, now)) return false;
        const Doing& doing = all_[rank][reached_[rank]];
        if (doing.kind == Kind::compute) return compute(rank, now);
        if (model_.handover == Handover::grouped) return group(rank, now);
        return doing.kind == Kind::send ? send(rank, doing.message, now) : receive(rank, doing.message, now);
    }

    bool compute(std::size_t rank, Moment now) {
        Doing& doing = all_[rank][reached_[rank]];
        if (!std::ranges::all_of(doing.ops, [&](const TimedOp& op) { return is_ready(op, now); })) return false;
        Moment start = now;
        for (TimedOp& op : doing.ops) {
            op.start_tick = start;
            start += problem_.duration(op.kind);
        }
        for (const TimedOp& op : doing.ops) ended_[{op.kind, op.stage, op.microbatch}] = start;
        busy_until_[rank] = start;
        moments_.insert(start);
        ++reached_[rank];
        return true;
    }

    [[nodiscard]] bool has_ended(OpKind kind, std::uint64_t stage, std::uint64_t microbatch, Moment now) const {
        const auto found = ended_.find({kind, stage, microbatch});
        return found != ended_.end() && found->second <= now;
    }
    [[nodiscard]] bool has_gradient(std::uint64_t stage, std::uint64_t microbatch, Moment now) const {
        return has_ended(OpKind::backward, stage, microbatch, now) ||
               has_ended(OpKind::backward_input, stage, microbatch, now);
    }

    [[nodiscard]] bool is_ready(const TimedOp& op, Moment now) const {
        if (op.kind == OpKind::backward_weight) return has_ended(OpKind::backward_input, op.stage, op.microbatch, now);
        if (!is_forward(op.kind) && !has_ended(OpKind::forward, op.stage, op.microbatch, now)) return false;
        if (const auto message = world_.needed_by(op)) return received_.contains(*message) && is_usable(*message, now);
        if (is_forward(op.kind)) return op.stage == 0 || has_ended(OpKind::forward, op.stage - 1, op.microbatch, now);
        return op.stage + 1 == problem_.stages() || has_gradient(std::uint64_t{op.stage} + 1, op.microbatch, now);
    }

    [[nodiscard]] bool is_usable(const Message& message, Moment now) const {
        const auto found = sent_.find(message);
        return found != sent_.end() && found->second + problem_.hop_latency_ticks <= now;
    }
    [[nodiscard]] bool is_made(const Message& message, Moment now) const {
        return message.forward ? has_ended(OpKind::forward, message.maker, message.microbatch, now)
                               : has_gradient(message.maker, message.microbatch, now);
    }

    void mark_sent(const Message& message, Moment now) {
        sent_[message] = now;
        moments_.insert(now + problem_.hop_latency_ticks);
    }

    bool send(std::size_t rank, const Message& message, Moment now) {
        if (!is_made(message, now)) return false;
        if (model_.handover == Handover::buffered) {
            if (model_.slots == 0) return meet(rank, message, now);
            auto& undelivered = undelivered_[world_.ends_of(message)];
            if (undelivered >= model_.slots) return false;
            ++undelivered;
        }
        mark_sent(message, now);
        ++reached_[rank];
        return true;
    }

    bool meet(std::size_t rank, const Message& message, Moment now) {
        const std::size_t other = world_.ends_of(message).second;
        if (!is_idle(other, now)) return false;
        const Doing& its = all_[other][reached_[other]];
        if (its.kind != Kind::receive || its.message != message) return false;
        mark_sent(message, now);
        received_.insert(message);
        ++reached_[rank];
        ++reached_[other];
        return true;
    }

    bool receive(std::size_t rank, const Message& message, Moment now) {
        const bool meets = model_.handover == Handover::buffered && model_.slots == 0;
        if (meets || !is_usable(message, now)) return false;
        received_.insert(message);
        if (model_.handover == Handover::buffered) --undelivered_[world_.ends_of(message)];
        ++reached_[rank];
        return true;
    }

    // All up to the next compute.
    [[nodiscard]] Doings members(std::size_t rank) const {
        const Doings& row = all_[rank];
        const auto begin = row.begin() + static_cast<std::ptrdiff_t>(reached_[rank]);
        return {begin, std::ranges::find(begin, row.end(), Kind::compute, &Doing::kind)};
    }

    bool post(const Doings& group, std::size_t rank, Moment now) {
        if (posted_[rank]) return false;
        const auto can_be_posted = [&](const Doing& doing) {
            return doing.kind == Kind::receive || is_made(doing.message, now);
        };
        if (!std::ranges::all_of(group, can_be_posted)) return false;
        posted_[rank] = true;
        for (const Doing& doing : group) posts_.insert({doing.kind, doing.message});
        return true;
    }

    bool group(std::size_t rank, Moment now) {
        const Doings group = members(rank);
        bool changes = post(group, rank, now);
        if (!posted_[rank]) return false;
        for (const Doing& doing : group) {
            const Message& message = doing.message;
            if (received_.contains(message)) continue;
            if (!posts_.contains({Kind::send, message}) || !posts_.contains({Kind::receive, message})) continue;
            mark_sent(message, now);
            received_.insert(message);
            changes = true;
        }
        if (!std::ranges::all_of(group, [&](const Doing& doing) { return received_.contains(doing.message); })) {
            return changes;
        }
        reached_[rank] += group.size();
        posted_[rank] = false;
        return true;
    }

    [[nodiscard]] std::optional<Moment> next_moment(Moment now) const {
        const auto next = moments_.upper_bound(now);
        return next == moments_.end() ? std::nullopt : std::optional(*next);
    }

    [[nodiscard]] Outcome outcome() const {
        Ran ran;
        Stuck stuck;
        bool is_stuck = false;
        for (std::size_t rank = 0; rank < all_.size(); ++rank) {
            is_stuck |= !is_done(rank);
            stuck.reached.push_back(is_done(rank) ? orders_.by_rank[rank].size() : all_[rank][reached_[rank]].action);
            for (std::size_t at = 0; at < all_[rank].size(); ++at) {
                const std::vector<TimedOp>& ops = all_[rank][at].ops;
                if (at >= reached_[rank]) stuck.never_run += ops.size();
                ran.schedule.insert(ran.schedule.end(), ops.begin(), ops.end());
            }
        }
        if (is_stuck) return stuck;
        return ran;
    }

    const Problem& problem_;
    const Orders& orders_;
    Communication model_;
    const World& world_;
    std::vector<Doings> all_;
    std::vector<std::size_t> reached_;
    std::vector<Moment> busy_until_;
    std::vector<bool> posted_;  // the group at which a rank stands
    std::map<Op, Moment> ended_;
    std::map<Message, Moment> sent_;
    std::set<Message> received_;
    std::set<std::pair<Kind, Message>> posts_;
    std::map<Ends, std::uint64_t> undelivered_;
    std::set<Moment> moments_;  // at which something may change
};

}  // namespace

Outcome run(const Problem& problem, const Orders& orders, const Communication& model) {
    const World world(problem, orders);
    auto all = world.doings();
    if (!all) return Unfit{};
    if (model.fifo && !world.fits_untagged(*all)) return Unfit{};
    return Execution(problem, orders, model, world, std::move(*all)).run();
}

}  // namespace tickproof::slow

// What each rank does, one thing after another: computes, sends and receives, with those that a model places written
// out. And whether the sends and receives are in order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::slow {

// The result of one op that a neighbouring stage on another rank needs.
struct Message {
    bool forward = true;
    std::uint64_t from_stage = 0;
    std::uint64_t microbatch = 0;

    [[nodiscard]] std::uint64_t to_stage() const { return forward ? from_stage + 1 : from_stage - 1; }
    friend bool operator==(const Message&, const Message&) = default;
};

enum class Does : std::uint8_t { compute, send, receive };

struct Step {
    Does does = Does::compute;
    std::size_t action = 0;      // at which it stands in the orders, or is placed
    std::vector<TimedOp> ops{};  // of a compute: one, or an overlapped pair
    Message message{};           // of a send or receive
};
using Steps = std::vector<std::vector<Step>>;  // by rank

// Which results go from rank to rank in this problem.
class Messages {
public:
    explicit Messages(const Problem& problem) : problem_(problem) {}

    [[nodiscard]] bool exists(const Message& message) const;
    // Requires a message that exists.
    [[nodiscard]] std::uint32_t sender(const Message& message) const { return rank_of(message.from_stage); }
    [[nodiscard]] std::uint32_t receiver(const Message& message) const { return rank_of(message.to_stage()); }

    // A number below count() for each message that exists.
    [[nodiscard]] std::size_t number(const Message& message) const {
        return 2 * (message.microbatch * problem_.stages() + message.from_stage) + (message.forward ? 1 : 0);
    }
    [[nodiscard]] std::size_t count() const { return 2 * problem_.microbatches * problem_.stages(); }
    // Requires a number below count(); that message need not exist.
    [[nodiscard]] Message numbered(std::size_t number) const {
        return {number % 2 == 1, number / 2 % problem_.stages(), number / 2 / problem_.stages()};
    }

    // The message that the op makes or needs; nothing where its neighbour is on its own rank, or is none.
    [[nodiscard]] std::optional<Message> made_by(const TimedOp& op) const;
    [[nodiscard]] std::optional<Message> needed_by(const TimedOp& op) const;
    // The message of a send or receive; nothing where it is of no message, or its stage is not that rank's.
    [[nodiscard]] std::optional<Message> of(const Action& action, std::uint32_t rank) const;

private:
    [[nodiscard]] std::uint32_t rank_of(std::uint64_t stage) const {
        return static_cast<std::uint32_t>(problem_.placement.rank_of(stage));
    }

    const Problem& problem_;
};

// Nothing if a send or receive has no message, or a message not exactly one of each; or, if they are matched by their
// number between two ranks, another message is received than was sent. Requires orders that hold each op once, on its
// rank.
[[nodiscard]] std::optional<Steps> steps_of(const Problem& problem, const Orders& orders, bool fifo);

}  // namespace tickproof::slow

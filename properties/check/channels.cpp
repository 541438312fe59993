#include "properties/check/channels.h"

#include <algorithm>

#include <fmt/format.h>

#include "properties/check/words.h"

namespace tickproof::check {

namespace {

using Messages = std::vector<std::uint32_t>;

// Steps lie rank after rank, so sends are sorted by sender already, and receives by receiver.
Messages messages_of(const Program& program, StepKind kind) {
    Messages messages;
    for (const Step& step : program.steps) {
        if (step.kind == kind) messages.push_back(step.op);
    }
    return messages;
}

// Sorted by a rank of each, those of one rank in the order they had; by counting, so that no pair of ranks costs more
// than another.
template <class RankOf>
Messages by_rank(const Messages& messages, std::size_t ranks, RankOf rank_of) {
    std::vector<std::size_t> next(ranks + 1);
    for (const std::uint32_t message : messages) ++next[rank_of(message) + 1];
    for (std::size_t rank = 1; rank < next.size(); ++rank) next[rank] += next[rank - 1];
    Messages sorted(messages.size());
    for (const std::uint32_t message : messages) sorted[next[rank_of(message)]++] = message;
    return sorted;
}

bool is_one_pair(const Program& program, std::uint32_t one, std::uint32_t other) {
    return program.sender(one) == program.sender(other) && program.receiver(one) == program.receiver(other);
}

// Calls visit(begin, end) for each pair's part of the channels.
template <class Visit>
void each_pair(const Program& program, const Channels& channels, Visit visit) {
    const Messages& sent = channels.sent;
    for (std::size_t begin = 0; begin < sent.size();) {
        std::size_t end = begin + 1;
        while (end < sent.size() && is_one_pair(program, sent[begin], sent[end])) ++end;
        visit(begin, end);
        begin = end;
    }
}

// Where in its rank's order a message is received.
std::uint32_t place_of_receive(const Program& program, std::uint32_t message) {
    const auto is_it = [message](const Step& step) { return step.kind == StepKind::receive && step.op == message; };
    return std::ranges::find_if(program.steps, is_it)->position;
}

}  // namespace

Channels channels_of(const Program& program) {
    const auto sender = [&program](std::uint32_t message) { return program.sender(message); };
    const auto receiver = [&program](std::uint32_t message) { return program.receiver(message); };
    const std::size_t ranks = program.ranks();
    return {.sent = by_rank(messages_of(program, StepKind::send), ranks, receiver),
            .received = by_rank(by_rank(messages_of(program, StepKind::receive), ranks, sender), ranks, receiver)};
}

std::vector<std::uint32_t> slot_before(const Program& program, std::uint64_t slots) {
    const Channels channels = channels_of(program);
    std::vector<std::uint32_t> before(program.ops.size(), OpIndex::none);
    each_pair(program, channels, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) {
            if (n - begin >= slots) before[channels.sent[n]] = channels.received[n - slots];
        }
    });
    return before;
}

Report check_fifo(const Program& program) {
    const Channels channels = channels_of(program);
    Report report;
    each_pair(program, channels, [&](std::size_t begin, std::size_t end) {
        std::size_t n = begin;
        while (n < end && channels.sent[n] == channels.received[n]) ++n;
        if (n == end) return;
        report.add(Rule::payload, [&] {
            const std::uint32_t wanted = channels.received[n];
            const std::uint32_t rank = program.receiver(wanted);
            return std::pair{fmt::format("rank {} op {}", rank, place_of_receive(program, wanted)),
                             fmt::format("rank {} expects {} from rank {} and gets {}, message {} between them", rank,
                                         op_token(program.ops[wanted]), program.sender(wanted),
                                         op_token(program.ops[channels.sent[n]]), n - begin)};
        });
    });
    return report;
}

}  // namespace tickproof::check

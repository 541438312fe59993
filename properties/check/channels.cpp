#include "properties/check/channels.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "properties/check/words.h"

namespace tickproof::check {

namespace {

// Where in its rank's order a message is received.
std::uint32_t place_of_receive(const Program& program, std::uint32_t message) {
    const std::uint32_t rank = program.receiver(message);
    for (std::size_t at = program.first_step[rank]; at < program.first_step[rank + 1]; ++at) {
        const Step& step = program.steps[at];
        if (step.kind == StepKind::receive && step.op == message) return step.position;
    }
    return 0;
}

void compare(const Program& program, const Channel& channel, Report& report) {
    const auto [sent, received] = std::ranges::mismatch(channel.sent, channel.received);
    if (sent == channel.sent.end() || received == channel.received.end()) return;
    report.add(Rule::payload, [&] {
        const std::uint32_t wanted = *received;
        const std::uint32_t rank = program.receiver(wanted);
        return std::pair{fmt::format("rank {} op {}", rank, place_of_receive(program, wanted)),
                         fmt::format("rank {} expects {} from rank {} and gets {}, message {} between them", rank,
                                     op_token(program.ops[wanted]), program.sender(wanted),
                                     op_token(program.ops[*sent]), sent - channel.sent.begin())};
    });
}

}  // namespace

std::vector<Channel> channels_of(const Program& program) {
    std::vector<Channel> channels;
    std::unordered_map<std::uint64_t, std::size_t> by_pair;
    const auto channel = [&](std::uint32_t message) -> Channel& {
        const std::uint64_t pair = (std::uint64_t{program.sender(message)} << 32U) | program.receiver(message);
        const auto [entry, is_new] = by_pair.try_emplace(pair, channels.size());
        if (is_new) channels.emplace_back();
        return channels[entry->second];
    };
    for (const Step& step : program.steps) {
        if (step.kind == StepKind::send) channel(step.op).sent.push_back(step.op);
        if (step.kind == StepKind::receive) channel(step.op).received.push_back(step.op);
    }
    return channels;
}

std::vector<std::uint32_t> slot_before(const Program& program, std::uint64_t slots) {
    std::vector<std::uint32_t> before(program.ops.size(), OpIndex::none);
    for (const Channel& channel : channels_of(program)) {
        for (std::size_t n = 0; n < channel.sent.size(); ++n) {
            if (n >= slots) before[channel.sent[n]] = channel.received[n - slots];
        }
    }
    return before;
}

Report check_fifo(const Program& program) {
    Report report;
    for (const Channel& channel : channels_of(program)) compare(program, channel, report);
    return report;
}

}  // namespace tickproof::check

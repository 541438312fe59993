#include "properties/check/words.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace tickproof::check {

std::string op_words(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) {
    return fmt::format("{} of microbatch {} on stage {}", letter(kind), microbatch, stage);
}

std::string op_words(const TimedOp& op) { return op_words(op.kind, op.stage, op.microbatch); }

std::string op_token(const TimedOp& op) { return fmt::format("{}{}{}", op.stage, letter(op.kind), op.microbatch); }

std::string action_token(const Action& action) {
    // In the order of ActionKind.
    constexpr std::array<std::string_view, 11> names{"F",      "B",      "I",       "W",       "SEND_F",     "RECV_F",
                                                     "SEND_B", "RECV_B", "UNSHARD", "RESHARD", "REDUCE_GRAD"};
    const std::string_view kind = names.at(static_cast<std::size_t>(action.kind));
    if (is_sharding(action.kind)) return fmt::format("{}{}", action.stage, kind);
    return fmt::format("{}{}{}", action.stage, kind, action.microbatch);
}

std::string counted(std::uint64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string event_place(std::size_t position) { return fmt::format("event {}", position); }

}  // namespace tickproof::check

// Orders for tests, written as in files: "0F0 0F1 2B0", one line a rank; without a stage, the rank's own.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "planner/model/schedule.h"

namespace tickproof::check {

// sF, rF, sB, rB are sends and receives, U, R, G unshard, reshard and reduce a gradient (of "microbatch 0"); a + behind
// the microbatch overlaps the action with the next.
inline Action tiny_action(std::string_view token, std::uint32_t own_stage) {
    constexpr std::array<std::string_view, 11> kinds{"F", "B", "I", "W", "sF", "rF", "sB", "rB", "U", "R", "G"};
    const bool overlaps = token.ends_with('+');
    if (overlaps) token.remove_suffix(1);
    const std::size_t name = token.find_first_not_of("0123456789");
    const std::size_t microbatch = token.find_first_of("0123456789", name);
    const auto* const kind = std::ranges::find(kinds, token.substr(name, microbatch - name));
    Action action{static_cast<ActionKind>(kind - kinds.begin()), overlaps, own_stage, 0};
    std::from_chars(token.data(), token.data() + name, action.stage);
    std::from_chars(token.data() + microbatch, token.data() + token.size(), action.microbatch);
    return action;
}

inline Orders tiny_orders(std::uint64_t microbatches, const std::vector<std::string>& lines, std::uint64_t chunks = 1) {
    Orders orders{.id = "", .ranks = lines.size(), .chunks = chunks, .microbatches = microbatches, .by_rank = {}};
    orders.placement = Placement::loop(orders.ranks);
    for (std::uint32_t rank = 0; rank < lines.size(); ++rank) {
        std::istringstream words(lines[rank]);
        orders.by_rank.emplace_back();
        for (std::string token; words >> token;) orders.by_rank.back().push_back(tiny_action(token, rank));
    }
    return orders;
}

// 1F1B over one stage a rank: ranks - rank forwards of warm-up, and `more_warm_up` beside them.
inline Orders one_forward_one_backward(std::uint32_t ranks, std::uint32_t microbatches, std::int32_t more_warm_up) {
    std::vector<std::string> lines;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const std::int64_t warm_up = std::int64_t{ranks} - rank - 1 + more_warm_up;
        std::uint32_t forward = 0;
        std::uint32_t backward = 0;
        std::string line;
        while (backward < microbatches) {
            const bool ahead = std::int64_t{forward} - backward > std::max<std::int64_t>(warm_up, 0);
            const bool next_is_forward = forward < microbatches && !ahead;
            line += next_is_forward ? fmt::format("F{} ", forward++) : fmt::format("B{} ", backward++);
        }
        lines.push_back(line);
    }
    return tiny_orders(microbatches, lines);
}

}  // namespace tickproof::check

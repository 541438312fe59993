#include "properties/check/compute_ops.h"

#include <fmt/format.h>

namespace tickproof::check {

namespace {

// Counts its way to the op instead of keeping a table, for only violations that are kept in words have their place
// named.
std::string place_of_nth(const Orders& orders, std::size_t nth) {
    for (std::size_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        const std::vector<Action>& actions = orders.by_rank[rank];
        for (std::size_t position = 0; position < actions.size(); ++position) {
            if (!is_compute(actions[position].kind)) continue;
            if (nth-- == 0) return place_of(orders, rank, position);
        }
    }
    return "orders";
}

}  // namespace

std::string place_of(const Orders& orders, std::size_t rank, std::size_t position) {
    std::string place = fmt::format("rank {} op {}", rank, position);
    if (rank >= orders.columns.size() || position >= orders.columns[rank].size()) return place;
    return fmt::format("{} (row {}, column {})", place, rank + 1, orders.columns[rank][position]);
}

Schedule compute_ops(const Problem& problem, const Orders& orders) {
    std::size_t count = 0;
    for (const std::vector<Action>& actions : orders.by_rank) count += actions.size();
    Schedule ops;
    ops.reserve(count);
    for (std::uint32_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        for (const Action& action : orders.by_rank[rank]) {
            if (!is_compute(action.kind)) continue;
            const auto chunk = static_cast<std::uint32_t>(problem.placement.chunk_of(action.stage));
            ops.push_back({0, rank, action.stage, chunk, action.microbatch, static_cast<OpKind>(action.kind)});
        }
    }
    return ops;
}

PlaceOf place_in(const Orders& orders) {
    return [&orders](std::size_t position) { return place_of_nth(orders, position); };
}

}  // namespace tickproof::check

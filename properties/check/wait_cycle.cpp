// Walks from one to the next until somebody waits for one who has been passed. Nobody on the way waited for one passed
// before, or the walk would have ended there, and the one it ends at is the last such. So what is left are shortcuts
// forward, and a shortest way through the members takes them.
#include "properties/check/wait_cycle.h"

#include <algorithm>
#include <limits>

namespace tickproof::check {

namespace {

using Ranks = std::vector<std::uint32_t>;

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// From the first to the last of the walk along its members alone. `place` is where on the walk a rank is.
Ranks shortest_way(const std::vector<Ranks>& waits_for, const Ranks& walk, std::size_t begin,
                   const std::vector<std::size_t>& place) {
    std::vector<std::size_t> reached_from(walk.size(), nowhere);
    Ranks queue{walk[begin]};
    for (std::size_t next = 0; reached_from.back() == nowhere; ++next) {
        for (const std::uint32_t other : waits_for[queue[next]]) {
            const std::size_t at = place[other];
            if (at == nowhere || reached_from[at] != nowhere) continue;
            reached_from[at] = place[queue[next]];
            queue.push_back(other);
        }
    }
    Ranks way{walk.back()};
    for (std::size_t at = walk.size() - 1; at != begin;) {
        at = reached_from[at];
        way.push_back(walk[at]);
    }
    std::ranges::reverse(way);
    return way;
}

}  // namespace

Ranks wait_cycle(const std::vector<Ranks>& waits_for) {
    const auto somebody = std::ranges::find_if(waits_for, [](const Ranks& others) { return !others.empty(); });
    std::vector<std::size_t> place(waits_for.size(), nowhere);
    Ranks walk{static_cast<std::uint32_t>(somebody - waits_for.begin())};
    for (;;) {
        const std::uint32_t here = walk.back();
        place[here] = walk.size() - 1;
        std::size_t last_passed = nowhere;
        for (const std::uint32_t other : waits_for[here]) {
            if (place[other] != nowhere)
                last_passed = last_passed == nowhere ? place[other] : std::max(last_passed, place[other]);
        }
        if (last_passed == walk.size() - 1) return {here};
        if (last_passed != nowhere) return shortest_way(waits_for, walk, last_passed, place);
        walk.push_back(waits_for[here].front());
    }
}

}  // namespace tickproof::check

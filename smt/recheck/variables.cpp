#include "smt/recheck/variables.h"

namespace tickproof::recheck {

Variables::Variables(const Timeline& timeline, ClauseList& clauses) : timeline_(timeline) {
    const Windows& windows = timeline.windows;
    for (std::size_t c = 0; c < timeline.classes.size(); ++c) {
        for (std::size_t m = 0; m < timeline.microbatches; ++m) {
            const std::int64_t count = windows.latest(c, m) - windows.earliest(c, m);
            first_start_.push_back(clauses.new_variables(static_cast<std::uint64_t>(count)));
        }
    }
    for (std::size_t c = 0; c < timeline.classes.size(); ++c) {
        const std::int64_t count = last_busy(c) - windows.earliest(c, 0) + 1;
        first_busy_.push_back(clauses.new_variables(static_cast<std::uint64_t>(count)));
    }
}

std::int64_t Variables::last_busy(std::size_t of_class) const {
    return timeline_.windows.latest(of_class, timeline_.microbatches - 1) + timeline_.classes[of_class].duration - 1;
}

Literal Variables::starts_from(std::size_t of_class, std::size_t microbatch, std::int64_t tick) const {
    const std::int64_t earliest = timeline_.windows.earliest(of_class, microbatch);
    if (tick <= earliest) return always;
    if (tick > timeline_.windows.latest(of_class, microbatch)) return never;
    return first_start_[of_class * timeline_.microbatches + microbatch] + static_cast<Literal>(tick - earliest - 1);
}

Literal Variables::busy(std::size_t of_class, std::int64_t tick) const {
    const std::int64_t first = timeline_.windows.earliest(of_class, 0);
    if (tick < first || tick > last_busy(of_class)) return never;
    return first_busy_[of_class] + static_cast<Literal>(tick - first);
}

}  // namespace tickproof::recheck

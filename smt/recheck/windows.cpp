#include "smt/recheck/windows.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include <fmt/format.h>

namespace tickproof::recheck {

namespace {

constexpr std::uint64_t most_ops = std::uint64_t{1} << 22;
constexpr std::uint64_t most_horizon_ticks = std::uint64_t{1} << 62;

}  // namespace

bool Windows::some_is_empty() const {
    return std::ranges::any_of(windows_, [](const Window& window) { return window.earliest > window.latest; });
}

// Longest paths, class after class along the chain, in each microbatch after microbatch.
class WindowsOf {
public:
    explicit WindowsOf(const Timeline& timeline) : timeline_(timeline) {
        windows_.microbatches_ = timeline.microbatches;
        windows_.windows_.resize(timeline.classes.size() * timeline.microbatches,
                                 {0, std::numeric_limits<std::int64_t>::max()});
    }

    [[nodiscard]] Windows longest_paths() {
        const std::vector<std::uint32_t> order = along_the_chain(timeline_.classes);
        for (const std::uint32_t each : order) forward_from_start(each);
        for (const std::uint32_t each : order | std::views::reverse) back_from_horizon(each);
        return std::move(windows_);
    }

private:
    [[nodiscard]] Window& at(std::size_t of_class, std::size_t microbatch) {
        return windows_.windows_[of_class * timeline_.microbatches + microbatch];
    }
    void forward_from_start(std::uint32_t each) {
        const ClassOfOps& here = timeline_.classes[each];
        for (std::size_t m = 0; m < timeline_.microbatches; ++m) {
            std::int64_t& earliest = at(each, m).earliest;
            if (here.before) earliest = std::max(earliest, at(*here.before, m).earliest + here.lag);
            if (m > 0) earliest = std::max(earliest, at(each, m - 1).earliest + here.duration);
        }
    }
    // Classes that come after this one have left their bound in its windows already.
    void back_from_horizon(std::uint32_t each) {
        const ClassOfOps& here = timeline_.classes[each];
        for (std::size_t m = timeline_.microbatches; m-- > 0;) {
            std::int64_t& latest = at(each, m).latest;
            latest = std::min(latest, timeline_.horizon - here.duration);
            if (m + 1 < timeline_.microbatches) latest = std::min(latest, at(each, m + 1).latest - here.duration);
            if (here.before) {
                std::int64_t& before = at(*here.before, m).latest;
                before = std::min(before, latest - here.lag);
            }
        }
    }

    const Timeline& timeline_;
    Windows windows_;
};

std::expected<Timeline, Undecided> timeline_of(const Problem& problem, std::uint64_t horizon_ticks) {
    const std::uint64_t kinds = problem.backward_form == BackwardForm::full ? 2 : 3;
    const std::uint64_t ops = problem.stages() * problem.microbatches * kinds;  // far from 2^64: the problem is sound
    if (ops > most_ops) {
        return std::unexpected(Undecided{fmt::format("the problem has {} ops, the limit is {}", ops, most_ops)});
    }
    if (horizon_ticks > most_horizon_ticks) {
        return std::unexpected(
            Undecided{fmt::format("the horizon is {} ticks, the limit is {}", horizon_ticks, most_horizon_ticks)});
    }
    Timeline timeline{static_cast<std::int64_t>(horizon_ticks), problem.microbatches, classes_of(problem), {}};
    timeline.windows = WindowsOf(timeline).longest_paths();
    return timeline;
}

}  // namespace tickproof::recheck

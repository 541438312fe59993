#include "smt/recheck/state_layout.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::recheck {

namespace {

constexpr std::size_t most_words = std::size_t{1} << 16;

// A start is of no more account once its op has ended and its result can be used everywhere: `reach` less one.
[[nodiscard]] std::vector<std::int64_t> ages_that_matter(const std::vector<ClassOfOps>& classes) {
    std::vector<std::int64_t> matter;
    matter.reserve(classes.size());
    for (const ClassOfOps& each : classes) matter.push_back(each.duration - 1);
    for (const ClassOfOps& each : classes) {
        if (each.before) matter[*each.before] = std::max(matter[*each.before], each.lag - 1);
    }
    return matter;
}

}  // namespace

std::expected<StateLayout, Undecided> state_layout_of(const Timeline& timeline) {
    StateLayout layout;
    const std::vector<std::int64_t> matter = ages_that_matter(timeline.classes);
    for (std::size_t c = 0; c < matter.size(); ++c) {
        const std::int64_t duration = timeline.classes[c].duration;  // starts are so far apart
        const auto starts = static_cast<std::size_t>((matter[c] + duration - 1) / duration);
        const std::size_t ages = std::min(starts, timeline.microbatches);
        layout.classes.push_back({layout.words, ages, matter[c]});
        layout.words += 1 + ages;
        if (matter[c] >= no_start) {
            return std::unexpected(Undecided{
                fmt::format("search: a start matters for {} ticks, the limit is {}", matter[c], no_start - 1)});
        }
    }
    if (layout.words <= most_words) return layout;
    return std::unexpected(
        Undecided{fmt::format("search: a state has {} words, the limit is {}", layout.words, most_words)});
}

std::vector<std::uint32_t> StateLayout::initial() const {
    std::vector<std::uint32_t> state(words, no_start);
    for (const ClassLayout& each : classes) state[each.begin] = 0;
    return state;
}

void StateLayout::let_tick_pass(std::span<std::uint32_t> state) const {
    for (const ClassLayout& each : classes) {
        for (std::uint32_t& age : state.subspan(each.begin + 1, each.ages)) {
            if (age != no_start) age = age + 1 < each.matter ? age + 1 : no_start;
        }
    }
}

void StateLayout::start(std::span<std::uint32_t> state, std::size_t of_class) const {
    const ClassLayout& layout = classes[of_class];
    ++state[layout.begin];
    const std::span<std::uint32_t> latest_first = state.subspan(layout.begin + 1, layout.ages);
    if (latest_first.empty()) return;
    std::ranges::copy_backward(latest_first.first(latest_first.size() - 1), latest_first.end());
    latest_first.front() = 0;
}

}  // namespace tickproof::recheck

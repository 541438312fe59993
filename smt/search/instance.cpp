#include "smt/search/instance.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace tickproof::search {

namespace {

// A count and the ages of a class are a byte and a word in a state.
constexpr std::uint64_t max_microbatches = 255;
constexpr std::uint64_t max_reach = 64;
constexpr std::uint64_t max_classes = 4096;

std::vector<std::uint64_t> reach_of(const std::vector<OpClass>& classes) {
    std::vector<std::uint64_t> reach;
    for (const OpClass& one : classes) reach.push_back(one.duration);
    for (const OpClass& one : classes) {
        if (one.before) reach[*one.before] = std::max(reach[*one.before], one.lag);
    }
    return reach;
}

// A later class has a later number except among the backwards, which run from the last stage to the first.
std::vector<std::uint32_t> from_the_end(const std::vector<OpClass>& classes, std::uint32_t stages) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t c = 2 * stages; c < classes.size(); ++c) order.push_back(c);
    for (std::uint32_t c = stages; c < 2 * stages; ++c) order.push_back(c);
    for (std::uint32_t c = stages; c-- > 0;) order.push_back(c);
    return order;
}

std::vector<std::vector<std::int64_t>> latest_starts(const std::vector<OpClass>& classes, std::uint32_t stages,
                                                     std::uint64_t microbatches, std::uint64_t horizon) {
    std::vector<std::vector<std::int64_t>> latest;
    for (const OpClass& one : classes) {
        latest.emplace_back(microbatches, static_cast<std::int64_t>(horizon) - static_cast<std::int64_t>(one.duration));
    }
    for (const std::uint32_t c : from_the_end(classes, stages)) {
        std::vector<std::int64_t>& own = latest[c];
        const auto duration = static_cast<std::int64_t>(classes[c].duration);
        for (std::size_t m = microbatches - 1; m-- > 0;) own[m] = std::min(own[m], own[m + 1] - duration);
        if (!classes[c].before) continue;
        std::vector<std::int64_t>& before = latest[*classes[c].before];
        const auto lag = static_cast<std::int64_t>(classes[c].lag);
        for (std::size_t m = 0; m < microbatches; ++m) before[m] = std::min(before[m], own[m] - lag);
    }
    return latest;
}

std::vector<std::vector<std::uint32_t>> classes_by_rank(const Problem& problem, const std::vector<OpClass>& classes) {
    std::vector<std::vector<std::uint32_t>> ranks(problem.ranks);
    for (std::uint32_t c = 0; c < classes.size(); ++c) ranks[classes[c].rank].push_back(c);
    std::erase_if(ranks, [](const auto& rank) { return rank.empty(); });
    return ranks;
}

}  // namespace

std::expected<Instance, std::string> make_instance(const Problem& problem, std::uint64_t horizon_ticks) {
    const auto too_large = [](std::uint64_t value, const char* what, std::uint64_t limit) {
        return std::unexpected(fmt::format("too large to search: {} {}, and the limit is {}", value, what, limit));
    };
    const std::uint64_t halves = problem.backward_form == BackwardForm::split ? 3 : 2;
    const std::uint64_t class_count = saturating_mul(halves, problem.stages());
    if (class_count > max_classes) return too_large(class_count, "classes of ops", max_classes);
    if (problem.microbatches > max_microbatches)
        return too_large(problem.microbatches, "microbatches", max_microbatches);
    if (horizon_ticks > std::uint64_t{1} << 40) return too_large(horizon_ticks, "ticks", std::uint64_t{1} << 40);

    Instance instance;
    instance.classes = op_classes(problem);
    instance.reach = reach_of(instance.classes);
    const std::uint64_t reach = std::ranges::max(instance.reach);
    if (reach > max_reach) return too_large(reach, "ticks from a start to its result", max_reach);
    instance.by_rank = classes_by_rank(problem, instance.classes);
    instance.latest = latest_starts(instance.classes, static_cast<std::uint32_t>(problem.stages()),
                                    problem.microbatches, horizon_ticks);
    instance.microbatches = problem.microbatches;
    instance.is_capped = problem.max_in_flight.has_value();
    instance.cap = problem.max_in_flight.value_or(0);
    instance.is_unit = std::ranges::all_of(instance.classes, [](const OpClass& one) { return one.duration == 1; });
    return instance;
}

std::uint64_t due(const Instance& instance, std::uint32_t class_id, std::uint64_t ticks) {
    const std::vector<std::int64_t>& latest = instance.latest[class_id];
    return static_cast<std::uint64_t>(
        std::distance(latest.begin(), std::ranges::lower_bound(latest, static_cast<std::int64_t>(ticks))));
}

}  // namespace tickproof::search

#include "smt/recheck/soundness.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace tickproof::recheck {

namespace {

[[nodiscard]] Verdict refuse(std::string why) { return NotEstablished{"the problem: " + std::move(why)}; }

[[nodiscard]] std::uint64_t backward_ticks(const Problem& problem) {
    const Durations& takes = problem.durations;
    return problem.backward_form == BackwardForm::full ? takes.backward : takes.backward_input + takes.backward_weight;
}

[[nodiscard]] bool is_duration(std::uint64_t ticks) { return ticks >= 1 && ticks <= limits::max_duration_ticks; }

// Those of the other form of a backward too: they do no harm, but such a problem is none to everybody else.
[[nodiscard]] bool durations_are_in_range(const Durations& takes) {
    return is_duration(takes.forward) && is_duration(takes.backward) && is_duration(takes.backward_input) &&
           is_duration(takes.backward_weight);
}

// Each factor is at least 1, so a product that overflows stays one that does.
[[nodiscard]] std::uint64_t serial_ticks(const Problem& problem) {
    const std::uint64_t cell =
        problem.durations.forward + backward_ticks(problem) + 2 * problem.hop_latency_ticks;  // below 2^37
    return saturating_mul(saturating_mul(problem.stages(), problem.microbatches), cell);
}

[[nodiscard]] std::uint64_t most_stages_of_a_rank(const Problem& problem) {
    if (problem.placement.kind() != Placement::Kind::listed) return problem.chunks;
    std::map<std::uint32_t, std::uint64_t> stages;
    std::uint64_t most = 0;
    for (const std::uint32_t rank : problem.placement.list()) most = std::max(most, ++stages[rank]);
    return most;
}

[[nodiscard]] std::optional<std::string> wrong_placement(const Problem& problem) {
    if (problem.placement.kind() != Placement::Kind::listed) {
        const bool is_loop = problem.placement.kind() == Placement::Kind::loop;
        const Placement expected = is_loop ? Placement::loop(problem.ranks) : Placement::v_shaped(problem.ranks);
        if (problem.placement == expected) return std::nullopt;
        return "its placement is over another number of ranks";
    }
    const auto& list = problem.placement.list();
    if (list.size() != problem.stages()) {
        return fmt::format("its placement lists {} stages, not {}", list.size(), problem.stages());
    }
    const auto largest = std::ranges::max_element(list);
    if (*largest < problem.ranks) return std::nullopt;
    return fmt::format("its placement names rank {} of {}", *largest, problem.ranks);
}

}  // namespace

Verdict soundness(const Problem& problem) {
    if (problem.ranks == 0 || problem.chunks == 0 || problem.microbatches == 0) return refuse("it has no ops");
    if (problem.backward_form == BackwardForm::any) return refuse("its backward is neither full nor split");
    if (!durations_are_in_range(problem.durations)) {
        return refuse(fmt::format("a duration is not from 1 to {}", limits::max_duration_ticks));
    }
    if (problem.hop_latency_ticks > limits::max_duration_ticks) {
        return refuse(fmt::format("the latency is above {}", limits::max_duration_ticks));
    }
    if (auto wrong = wrong_placement(problem)) return refuse(*std::move(wrong));
    const std::uint64_t most_stages = most_stages_of_a_rank(problem);
    if (problem.max_in_flight && *problem.max_in_flight < most_stages) {
        return refuse(fmt::format("it has no schedule: a rank holds {} stages and at most {} activations", most_stages,
                                  *problem.max_in_flight));
    }
    if (serial_ticks(problem) >= most_serial_ticks) {
        return Undecided{fmt::format("the problem's ops take 2^62 ticks or more one after another; the limit is {}",
                                     most_serial_ticks)};
    }
    return Established{};
}

}  // namespace tickproof::recheck

#include "cli/problem_options.h"

#include <limits>

#include <fmt/format.h>

#include "cli/split.h"
#include "planner/model/limits.h"

namespace tickproof::cli {

Placement PlacementChoice::for_ranks(std::uint64_t ranks) const {
    switch (kind) {
        case Placement::Kind::loop:
            return Placement::loop(ranks);
        case Placement::Kind::v_shaped:
            return Placement::v_shaped(ranks);
        case Placement::Kind::listed:
            break;
    }
    return Placement::listed(list);
}

Problem ProblemSettings::applied_to(Problem problem) const {
    problem.durations = durations;
    problem.hop_latency_ticks = hop_latency_ticks;
    if (placement) problem.placement = placement->for_ranks(problem.ranks);
    problem.max_in_flight = max_in_flight;
    return problem;
}

ProblemOptions::ProblemOptions(Options& options, Of what) : what_(what) {
    const std::string splits = what == Of::optimum ? "; splits the backward of a shape" : "";
    options.count("--forward", "ticks of a forward (1)", forward_);
    options.count("--backward", "ticks of a full backward (1, or input + weight where both are given)", backward_);
    options.count("--backward-input", "ticks of an input-gradient half (1)" + splits, backward_input_);
    options.count("--backward-weight", "ticks of a weight-gradient half (1)" + splits, backward_weight_);
    options.count("--latency", "ticks of a hop between ranks (0)", latency_);
    options.text("--placement", "virtual stage to rank: loop, v, or a list (the object's own)", "loop|v|LIST",
                 placement_);
    options.count("--max-in-flight", "cap on in-flight activations per rank (none)", max_in_flight_);
}

std::expected<void, std::string> ProblemOptions::require_one_backward() const {
    const Durations defaults;
    const std::uint64_t input = backward_input_.value_or(defaults.backward_input);
    const std::uint64_t weight = backward_weight_.value_or(defaults.backward_weight);
    if (what_ == Of::objects || !backward_ || (!backward_input_ && !backward_weight_)) return {};
    if (*backward_ == saturating_add(input, weight)) return {};
    const auto given = [](bool is_given) { return is_given ? "" : ", its default"; };
    return std::unexpected(fmt::format(
        "--backward: {} is not the sum of --backward-input ({}{}) and --backward-weight ({}{}), which split the "
        "backward",
        *backward_, input, given(backward_input_.has_value()), weight, given(backward_weight_.has_value())));
}

std::expected<ProblemSettings, std::string> ProblemOptions::settings() const {
    if (const auto is_one = require_one_backward(); !is_one) return std::unexpected(is_one.error());
    ProblemSettings settings;
    std::optional<std::uint64_t> backward = backward_;
    if (!backward && backward_input_ && backward_weight_)
        backward = saturating_add(*backward_input_, *backward_weight_);

    struct Cost {
        const char* option;
        const std::optional<std::uint64_t>& given;
        std::uint64_t least;
        std::uint64_t& target;
    };
    Durations& durations = settings.durations;
    for (const Cost& cost : {Cost{"--forward", forward_, 1, durations.forward},
                             Cost{backward_ ? "--backward" : "--backward-input and --backward-weight together",
                                  backward, 1, durations.backward},
                             Cost{"--backward-input", backward_input_, 1, durations.backward_input},
                             Cost{"--backward-weight", backward_weight_, 1, durations.backward_weight},
                             Cost{"--latency", latency_, 0, settings.hop_latency_ticks}}) {
        if (!cost.given) continue;
        settings.costs_given = true;
        cost.target = *cost.given;
        if (cost.target >= cost.least && cost.target <= limits::max_duration_ticks) continue;
        return std::unexpected(fmt::format("{}: {} is not between {} and {}", cost.option, cost.target, cost.least,
                                           limits::max_duration_ticks));
    }
    if (!placement_.empty()) {
        auto placement = parse_placement(placement_);
        if (!placement) return std::unexpected(placement.error());
        settings.placement = std::move(*placement);
    }
    settings.max_in_flight = max_in_flight_;
    settings.halves_given = backward_input_ || backward_weight_;
    return settings;
}

std::expected<PlacementChoice, std::string> parse_placement(const std::string& text) {
    if (text == "loop") return PlacementChoice{Placement::Kind::loop, {}};
    if (text == "v") return PlacementChoice{Placement::Kind::v_shaped, {}};
    PlacementChoice choice{Placement::Kind::listed, {}};
    for (const std::string_view item : split(text, ',')) {
        const auto rank = parse_count(item);
        if (!rank || *rank > std::numeric_limits<std::uint32_t>::max()) {
            return std::unexpected(
                fmt::format("--placement: '{}' is neither loop, v, nor a rank in a list such as 0,1,1,0", item));
        }
        choice.list.push_back(static_cast<std::uint32_t>(*rank));
    }
    return choice;
}

}  // namespace tickproof::cli

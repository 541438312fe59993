#include "cli/cost_options.h"

#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cli/split.h"
#include "planner/model/limits.h"

namespace tickproof::cli {

CostOptions::CostOptions(Options& options) {
    options.count("--forward", "ticks of a forward (1)", forward_);
    options.count("--backward", "ticks of a full backward (1, or input + weight where both are given)", backward_);
    options.count("--backward-input", "ticks of an input-gradient half (1)", backward_input_);
    options.count("--backward-weight", "ticks of a weight-gradient half (1)", backward_weight_);
    options.count("--latency", "ticks of a hop between ranks (0)", latency_);
}

bool CostOptions::given() const { return forward_ || backward_ || backward_input_ || backward_weight_ || latency_; }

namespace {

std::expected<std::uint64_t, std::string> within(const char* option, std::uint64_t value, std::uint64_t least) {
    if (value < least || value > limits::max_duration_ticks) {
        return std::unexpected(
            fmt::format("{}: {} is not between {} and {}", option, value, least, limits::max_duration_ticks));
    }
    return value;
}

}  // namespace

std::expected<Problem, std::string> CostOptions::applied_to(Problem problem) const {
    std::optional<std::uint64_t> backward = backward_;
    if (!backward && backward_input_ && backward_weight_)
        backward = saturating_add(*backward_input_, *backward_weight_);

    struct Cost {
        const char* option;
        const std::optional<std::uint64_t>& given;
        std::uint64_t least;
        std::uint64_t& target;
    };
    Durations& durations = problem.durations;
    for (const Cost& cost : {Cost{"--forward", forward_, 1, durations.forward},
                             Cost{backward_ ? "--backward" : "--backward-input and --backward-weight together",
                                  backward, 1, durations.backward},
                             Cost{"--backward-input", backward_input_, 1, durations.backward_input},
                             Cost{"--backward-weight", backward_weight_, 1, durations.backward_weight},
                             Cost{"--latency", latency_, 0, problem.hop_latency_ticks}}) {
        if (!cost.given) continue;
        const auto value = within(cost.option, *cost.given, cost.least);
        if (!value) return std::unexpected(value.error());
        cost.target = *value;
    }
    return problem;
}

std::expected<Placement, std::string> parse_placement(const std::string& text, std::uint64_t ranks) {
    if (text == "loop") return Placement::loop(ranks);
    if (text == "v") return Placement::v_shaped(ranks);
    std::vector<std::uint32_t> list;
    for (const std::string_view item : split(text, ',')) {
        const auto rank = parse_count(item);
        if (!rank || *rank > std::numeric_limits<std::uint32_t>::max()) {
            return std::unexpected(
                fmt::format("--placement: '{}' is neither loop, v, nor a rank in a list such as 0,1,1,0", item));
        }
        list.push_back(static_cast<std::uint32_t>(*rank));
    }
    return Placement::listed(std::move(list));
}

}  // namespace tickproof::cli

// The parts of a Problem that a command line may set: what ops and hops cost, who holds which stage, a cap.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "planner/model/problem.h"

namespace tickproof::cli {

// Why costs and a plan do not go together.
inline constexpr const char* plan_has_ticks =
    "costs re-time orders, and a plan has its own ticks; leave out --forward and its like";

struct PlacementChoice {
    Placement::Kind kind = Placement::Kind::loop;
    std::vector<std::uint32_t> list;  // if listed

    [[nodiscard]] Placement for_ranks(std::uint64_t ranks) const;
};

// What was given, read and in range.
struct ProblemSettings {
    Durations durations;
    std::uint64_t hop_latency_ticks = 0;
    bool costs_given = false;                  // a plan that has ticks cannot be re-timed
    bool halves_given = false;                 // a cost of an input or a weight half
    std::optional<PlacementChoice> placement;  // else the object's own
    std::optional<std::uint64_t> max_in_flight;

    // The problem with all of it.
    [[nodiscard]] Problem applied_to(Problem problem) const;
};

class ProblemOptions {
public:
    // Objects have both forms of backward in them, perhaps. What an optimum is asked for has one: a cost of a half
    // splits the backward, so that a cost of the whole must be the same.
    enum class Of : std::uint8_t { objects, optimum };
    explicit ProblemOptions(Options& options, Of what = Of::objects);

    // The error names the option and what is wrong.
    [[nodiscard]] std::expected<ProblemSettings, std::string> settings() const;

private:
    [[nodiscard]] std::expected<void, std::string> require_one_backward() const;

    Of what_;
    std::optional<std::uint64_t> forward_;
    std::optional<std::uint64_t> backward_;
    std::optional<std::uint64_t> backward_input_;
    std::optional<std::uint64_t> backward_weight_;
    std::optional<std::uint64_t> latency_;
    std::string placement_;
    std::optional<std::uint64_t> max_in_flight_;
};

// `loop`, `v`, or ranks separated by commas.
[[nodiscard]] std::expected<PlacementChoice, std::string> parse_placement(const std::string& text);

}  // namespace tickproof::cli

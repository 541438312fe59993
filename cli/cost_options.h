// What ops and hops cost, and the other parts of a Problem that a command line may set.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "cli/options.h"
#include "planner/model/problem.h"

namespace tickproof::cli {

// Why costs and a plan do not go together.
inline constexpr const char* plan_has_ticks =
    "costs re-time orders, and a plan has its own ticks; leave out --forward and its like";

class CostOptions {
public:
    explicit CostOptions(Options& options);

    // True if any cost was given: a plan that has ticks cannot be re-timed.
    [[nodiscard]] bool given() const;

    // The problem with these costs. The error names the option and what is wrong.
    [[nodiscard]] std::expected<Problem, std::string> applied_to(Problem problem) const;

private:
    std::optional<std::uint64_t> forward_;
    std::optional<std::uint64_t> backward_;
    std::optional<std::uint64_t> backward_input_;
    std::optional<std::uint64_t> backward_weight_;
    std::optional<std::uint64_t> latency_;
};

// `loop`, `v`, or ranks separated by commas.
[[nodiscard]] std::expected<Placement, std::string> parse_placement(const std::string& text, std::uint64_t ranks);

}  // namespace tickproof::cli

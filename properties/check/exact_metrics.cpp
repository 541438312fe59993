// The bubble fraction is the production planner's, bit for bit: both counts rounded to f32, then divided in f32.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

Report exact_metrics(const Plan& plan, const Figures& figures) {
    Report report;
    if (!figures.covers_ranks) return report;
    const Wide slots = std::max<Wide>(figures.slots(), 1);
    const float found = static_cast<float>(figures.total_idle_ticks) / static_cast<float>(slots);
    const auto found_bits = std::bit_cast<std::uint32_t>(found);
    const auto claimed_bits = std::bit_cast<std::uint32_t>(plan.metrics.bubble_fraction);
    if (claimed_bits == found_bits) return report;
    report.add(Rule::exact_metrics, [&] {
        return std::pair{std::string("metrics"),
                         fmt::format("bubble_fraction is {} (bits {:#010x}), but {} / {} in f32 is {} (bits {:#010x})",
                                     plan.metrics.bubble_fraction, claimed_bits, figures.total_idle_ticks, slots, found,
                                     found_bits)};
    });
    return report;
}

}  // namespace tickproof::check

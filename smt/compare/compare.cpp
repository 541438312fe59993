#include "smt/compare/compare.h"

#include <algorithm>
#include <array>

#include "properties/check/statistics.h"

namespace tickproof::compare {

namespace {

Ratio excess(std::uint64_t ticks, std::uint64_t least_ticks) {
    return {ticks > least_ticks ? ticks - least_ticks : 0, least_ticks};
}

}  // namespace

Figures figures_of(const Problem& problem, std::span<const TimedOp> ops) {
    Figures figures;
    Wide busy = 0;
    for (const TimedOp& op : ops) {
        const std::uint64_t duration = problem.duration(op.kind);
        figures.ticks = std::max(figures.ticks, saturating_add(op.start_tick, duration));
        busy += duration;
    }
    const Wide slots = Wide{figures.ticks} * problem.ranks;
    figures.bubble = {slots - busy, slots};
    figures.peaks = check::in_flight_peaks(problem, ops, check::FreedAt::weight_gradient);
    return figures;
}

bool breaks_cap(const Problem& problem, const Figures& figures) {
    return problem.max_in_flight && !figures.peaks.empty() && std::ranges::max(figures.peaks) > *problem.max_in_flight;
}

BackwardForm backward_form_of(std::span<const TimedOp> ops) {
    const auto is = [](OpKind kind) { return [kind](const TimedOp& op) { return op.kind == kind; }; };
    if (std::ranges::none_of(ops, is(OpKind::backward_weight))) return BackwardForm::full;
    return std::ranges::none_of(ops, is(OpKind::backward)) ? BackwardForm::split : BackwardForm::any;
}

Ratio gap_of(const Figures& figures, const Optimum& optimum) { return excess(figures.ticks, optimum.lower_ticks); }

Ratio least_gap_of(const Figures& figures, const Optimum& optimum) {
    return excess(figures.ticks, optimum.upper_ticks);
}

std::string_view word(Standing standing) {
    constexpr std::array<std::string_view, 5> words{"proven", "undecided", "over_cap", "refused", "invalid"};
    return words[static_cast<std::size_t>(standing)];
}

Standing standing_of(const Problem& problem, const Optimum& optimum, const Row& row) {
    const auto* const figures = std::get_if<Figures>(&row.outcome);
    if (figures == nullptr) return std::holds_alternative<Refused>(row.outcome) ? Standing::refused : Standing::invalid;
    if (breaks_cap(problem, *figures)) return Standing::over_cap;
    return optimum.is_proven() ? Standing::proven : Standing::undecided;
}

}  // namespace tickproof::compare

#include "cli/comparison.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "cli/certified.h"
#include "cli/schedules_of.h"

namespace tickproof::cli {

namespace {

// One schedule at a time is in memory.
compare::Row row_of(ScheduleKind kind, const Problem& problem) {
    const auto schedule = schedule_of(kind, problem);
    if (!schedule) return {std::string(name(kind)), compare::Refused{schedule.error()}};
    return {std::string(name(kind)), compare::figures_of(problem, *schedule)};
}

}  // namespace

std::expected<compare::Optimum, Unsound> optimum_of(const Problem& problem, certify::Options options) {
    std::ranges::move(candidate_schedules(problem), std::back_inserter(options.candidates));
    auto found = certified(problem, options);
    if (!found) return std::unexpected(std::move(found.error()));
    return compare::Optimum{.lower_ticks = found->certificate.lower,
                            .upper_ticks = found->certificate.upper,
                            .evidence = std::string(word(found->certificate.lower_evidence)),
                            .undecided = std::move(found->undecided)};
}

std::expected<Comparison, Unsound> compare_known(const Problem& problem, const std::vector<ScheduleKind>& schedules,
                                                 const certify::Options& options) {
    auto optimum = optimum_of(problem, options);
    if (!optimum) return std::unexpected(std::move(optimum.error()));
    Comparison comparison{*std::move(optimum), {}};
    for (const ScheduleKind kind : schedules) {
        comparison.rows.push_back(row_of(kind, problem));
        require_no_contradiction(problem, comparison.optimum, comparison.rows.back());
    }
    return comparison;
}

void require_no_contradiction(const Problem& problem, const compare::Optimum& optimum, const compare::Row& row) {
    const auto* const figures = std::get_if<compare::Figures>(&row.outcome);
    if (figures == nullptr || compare::breaks_cap(problem, *figures) || figures->ticks >= optimum.lower_ticks) return;
    throw certify::Contradiction(fmt::format("S={} V={} M={}: {} takes {} ticks, but no schedule takes less than {}",
                                             problem.ranks, problem.chunks, problem.microbatches, row.schedule,
                                             figures->ticks, optimum.lower_ticks));
}

std::vector<ScheduleKind> all_schedules() {
    std::vector<ScheduleKind> schedules;
    for (const ScheduleName& known : schedule_names) schedules.push_back(known.kind);
    return schedules;
}

}  // namespace tickproof::cli

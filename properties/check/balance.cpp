// The production planner's partition: stage sizes differ by one layer at most, and larger stages come first.
#include <algorithm>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

std::uint64_t size_of(const StageAssignment& assignment) {
    const auto [start, end] = assignment.layer_range;
    return end - std::min(start, end);
}

void judge_spread(Report& report, const Plan& plan) {
    if (plan.stage_assignments.empty()) return;
    const auto [smallest, largest] = std::ranges::minmax_element(plan.stage_assignments, {}, size_of);
    if (size_of(*largest) - size_of(*smallest) <= 1) return;
    report.add(Rule::balance, [&] {
        return std::pair{std::string("stage assignments"),
                         fmt::format("stage {} holds {} and stage {} holds {}: sizes may differ by one at most",
                                     largest->virtual_stage_id, counted(size_of(*largest), "layer"),
                                     smallest->virtual_stage_id, counted(size_of(*smallest), "layer"))};
    });
}

}  // namespace

Report balance(const Plan& plan) {
    Report report;
    judge_spread(report, plan);
    const std::vector<std::uint32_t> order = assignments_in_stage_order(plan);
    for (std::size_t next = 1; next < order.size(); ++next) {
        const StageAssignment& before = plan.stage_assignments[order[next - 1]];
        const StageAssignment& after = plan.stage_assignments[order[next]];
        if (size_of(before) >= size_of(after)) continue;
        report.add(Rule::balance, [&] {
            return std::pair{
                fmt::format("stage assignment {}", order[next]),
                fmt::format("stage {} holds {}, more than the {} of stage {} before it", after.virtual_stage_id,
                            counted(size_of(after), "layer"), size_of(before), before.virtual_stage_id)};
        });
    }
    return report;
}

}  // namespace tickproof::check

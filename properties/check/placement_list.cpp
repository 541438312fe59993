// A placement that is given as a list fits the shape it is given for, in plans and in orders.
#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

Report placement_list(const Problem& problem, const char* place) {
    Report report;
    if (problem.placement.kind() != Placement::Kind::listed) return report;
    const std::vector<std::uint32_t>& list = problem.placement.list();
    if (list.size() != problem.stages()) {
        report.add(Rule::ids, [&] {
            return std::pair{std::string(place),
                             fmt::format("the placement tells of {}, but there are {}", counted(list.size(), "stage"),
                                         counted(problem.stages(), "stage"))};
        });
    }
    for (std::size_t stage = 0; stage < list.size(); ++stage) {
        if (list[stage] < problem.ranks) continue;
        report.add(Rule::ids, [&] {
            return std::pair{std::string(place),
                             fmt::format("the placement puts stage {} on rank {}, but there are only {}", stage,
                                         list[stage], counted(problem.ranks, "rank"))};
        });
    }
    return report;
}

}  // namespace tickproof::check

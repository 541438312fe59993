#include "properties/mutants/plan_mutants.h"

#include "planner/build_plan.h"

namespace tickproof::mutants {

std::vector<Plan> base_plans() {
    struct Shape {
        std::uint64_t ranks, chunks, microbatches, n_layer;
    };
    // Layers that divide, that leave a remainder of one, and that leave more; one chunk and several; one rank.
    constexpr auto shapes = std::to_array<Shape>({{1, 1, 3, 2},
                                                  {2, 1, 3, 5},
                                                  {2, 2, 2, 8},
                                                  {2, 2, 4, 10},
                                                  {3, 1, 5, 9},
                                                  {3, 2, 4, 20},
                                                  {4, 3, 6, 41},
                                                  {4, 1, 4, 7}});
    std::vector<Plan> plans;
    for (const ScheduleName& schedule : schedule_names) {
        for (const auto& [ranks, chunks, microbatches, n_layer] : shapes) {
            plans.push_back(build_plan({.n_layer = n_layer,
                                        .stage_count = ranks,
                                        .virtual_stages_per_rank = chunks,
                                        .schedule = schedule.kind,
                                        .microbatches = microbatches})
                                .value());
        }
    }
    return plans;
}

std::vector<PlanMutant> plan_mutants() {
    std::vector<PlanMutant> all;
    for (const auto group : {event_mutants(), table_mutants(), figure_mutants()}) {
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

}  // namespace tickproof::mutants

// Planners with one fault each: the tick loop with one comparison, priority, bound or barrier altered.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "planner/plan_result.h"
#include "properties/mutants/tick_loop.h"

namespace tickproof::mutants {

struct PlannerMutant {
    std::string_view name;
    std::string_view place;  // in the planner
    void (*alter)(Decisions&);
    std::string_view equivalent_because = "";  // empty: it changes some plan or refusal

    [[nodiscard]] bool equivalent() const { return !equivalent_because.empty(); }
    // What the mutant answers; can be used wherever a planner function is wanted.
    [[nodiscard]] PlanResult operator()(const PipelineConfig& config) const;
};

[[nodiscard]] std::span<const PlannerMutant> planner_mutants();

// The same plan, or refusals in the same words.
[[nodiscard]] bool same_answer(const PlanResult& one, const PlanResult& other);

// What S + V + M is of a configuration.
[[nodiscard]] std::uint64_t size_of(const PipelineConfig& config);
// Every configuration of that size, both schedules, zeros among them, with fewer layers than stages, as many and more.
[[nodiscard]] std::vector<PipelineConfig> configs_of_size(std::uint64_t size);
// Sizes up to here have been tried when no smallest failing configuration was found.
inline constexpr std::uint64_t largest_size_tried = 12;
// One of the smallest S + V + M on which it answers otherwise than the reference planner.
[[nodiscard]] std::optional<PipelineConfig> smallest_failing(const PlannerMutant& mutant);

}  // namespace tickproof::mutants

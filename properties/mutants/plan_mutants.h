// Valid plans and orders with one fault planted in each: which field is wrong, and which rule must see it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "planner/model/plan.h"
#include "planner/model/schedule.h"
#include "properties/check/rule.h"

namespace tickproof::mutants {

// at_cap: judged with a cap on in-flight activations that the base just meets. as_lowering: of orders, also as ones
// that implement the base.
enum class Judged : std::uint8_t { without_cap, at_cap, as_lowering };

struct PlanMutant {
    std::string_view name;
    std::string_view field;  // that is wrong
    check::Rule meant;       // to catch it
    // The plan with the fault in it, or nothing where this base has no room for it.
    std::optional<Plan> (*plant)(const Plan& base);
    Judged judged = Judged::without_cap;
};

// Plans that every rule accepts: gpipe, interleaved_1f1b and optimal on several shapes.
[[nodiscard]] std::vector<Plan> base_plans();
[[nodiscard]] std::vector<PlanMutant> plan_mutants();

[[nodiscard]] std::span<const PlanMutant> event_mutants();   // what runs where and when
[[nodiscard]] std::span<const PlanMutant> table_mutants();   // stages, layers, counts
[[nodiscard]] std::span<const PlanMutant> figure_mutants();  // metrics

struct OrdersMutant {
    std::string_view name;
    std::string_view field;
    check::Rule meant;
    std::optional<Orders> (*plant)(const Orders& base);
    Judged judged = Judged::without_cap;
};

[[nodiscard]] std::span<const OrdersMutant> orders_mutants();

}  // namespace tickproof::mutants

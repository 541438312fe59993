// The table may list its stages in any order; that it must not is the matter of `ids` alone.
#include <algorithm>
#include <numeric>
#include <utility>

#include "properties/check/rules.h"

namespace tickproof::check {

std::vector<std::uint32_t> assignments_in_stage_order(const Plan& plan) {
    std::vector<std::uint32_t> order(plan.stage_assignments.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::ranges::sort(order, {},
                      [&plan](std::uint32_t i) { return std::pair{plan.stage_assignments[i].virtual_stage_id, i}; });
    return order;
}

}  // namespace tickproof::check

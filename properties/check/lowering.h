// Whether orders with communication implement orders without: every rank computes the same in the same order. That each
// result is sent and received once, and weights are there when they are used, the other rules see to.
#pragma once

#include "planner/model/schedule.h"
#include "properties/check/report.h"

namespace tickproof::check {

// Rule lowering, at the first place of each rank where the computes part. Places are those of `lowered`.
[[nodiscard]] Report check_lowering(const Orders& compute_only, const Orders& lowered);

}  // namespace tickproof::check

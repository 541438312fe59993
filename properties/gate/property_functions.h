// The properties of the table that are more than a rule of the checker, by the file that holds them. Each returns its
// witnesses, none if it holds. What a rule already reports is left to it: a plan whose ops are not each there once has
// no order to run and no idle tick to blame.
#pragma once

#include <string>
#include <vector>

#include "properties/gate/property.h"

namespace tickproof::gate {

using Witnesses = std::vector<std::string>;

// property.cpp: what the checker found against the rule.
[[nodiscard]] Witnesses violations_of(check::Rule rule, const Case& asked);

// property_shape.cpp
[[nodiscard]] Witnesses answers_what_was_asked(const Case& asked);

// property_execution.cpp
[[nodiscard]] Witnesses orders_run(const Case& asked);
[[nodiscard]] Witnesses never_idle_while_a_task_is_ready(const Case& asked);

// property_length.cpp
[[nodiscard]] Witnesses not_below_the_optimum(const Case& asked);
[[nodiscard]] Witnesses one_chunk_meets_the_optimum(const Case& asked);
[[nodiscard]] Witnesses gpipe_meets_the_optimum(const Case& asked);
[[nodiscard]] Witnesses optimal_meets_the_optimum(const Case& asked);

// property_reference.cpp
[[nodiscard]] Witnesses equals_the_reference(const Case& asked);

}  // namespace tickproof::gate

// Which configurations a run of the gate asks for, and in which order.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "properties/gate/gate.h"

namespace tickproof::gate {

// The user's own; then the grid, smallest S + V + M first, so that the first failure is the smallest;
// then the random ones. Every n_layer is S*V or more. What lies beyond our own size limit is left out: nobody has a
// plan to compare with. The error says which option asks for too many.
[[nodiscard]] std::expected<std::vector<PipelineConfig>, std::string> cases_of(const GateOptions& options,
                                                                               std::span<const ScheduleKind> schedules);

// The same shape with another number of layers, more where that can be.
[[nodiscard]] PipelineConfig with_other_layers(PipelineConfig config);

}  // namespace tickproof::gate

// What `tickproof gate` prints: for people, and as JSON (docs/schemas/gate-1.json).
#pragma once

#include <string>

#include "properties/gate/gate.h"

namespace tickproof::cli {

[[nodiscard]] std::string gate_as_text(const gate::GateResult& result, const gate::Candidate& candidate);
[[nodiscard]] std::string gate_as_json(const gate::GateResult& result);

// Of a run whose verdict is undecided.
[[nodiscard]] std::string why_undecided(const gate::GateResult& result);

}  // namespace tickproof::cli

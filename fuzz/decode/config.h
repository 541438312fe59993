// Bytes to a configuration.
#pragma once

#include "fuzz/decode/bytes.h"
#include "planner/model/config.h"

namespace tickproof::fuzz {

// The specification is slow: with more events than usual_config_events it is tried now and then.
inline constexpr std::uint64_t usual_config_events = 64;
inline constexpr std::uint64_t most_config_events = 512;

// Mostly small and plannable, sometimes with a field that makes it refused, sometimes with any numbers at all. One that
// would be planned has at most most_config_events events.
[[nodiscard]] PipelineConfig decode_config(Bytes& bytes);

// One that is planned, with at most `most_events` events (at least 8).
[[nodiscard]] PipelineConfig decode_valid_config(Bytes& bytes, std::uint64_t most_events);

}  // namespace tickproof::fuzz

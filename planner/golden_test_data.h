// Reads what the production planner itself printed (properties/corpus/golden), for tests of the planners alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "planner/model/op.h"

namespace tickproof::golden {

// The whole of a file of that folder.
[[nodiscard]] std::string text_of(std::string_view file_name);

struct Digest {
    PipelineConfig config;
    std::uint64_t total_ticks = 0;
    std::uint64_t total_events = 0;
    std::string events_sha256;
};

[[nodiscard]] std::vector<Digest> digests();  // digests.csv

// SHA-256, in hex, over lines `tick physical virtual local microbatch forward|backward`.
[[nodiscard]] std::string sha256_of_events(std::span<const TimedOp> events);

}  // namespace tickproof::golden

// Layers and items of the full 64-bit range dealt out to stages and microbatches, against the definition in 128 bits.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fuzz/decode/bytes.h"
#include "fuzz/differ.h"
#include "planner/microbatch_split.h"
#include "planner/model/limits.h"
#include "planner/partition.h"
#include "planner/validate.h"

using namespace tickproof;
using fuzz::Bytes;

namespace {

__extension__ using Wide = unsigned __int128;

struct Part {
    std::uint64_t start;
    std::uint64_t end;
    friend bool operator==(const Part&, const Part&) = default;
};

// Part i of `parts`: the first total mod parts have one more, so before part i stand i full shares and as many ones.
Part part_of(std::uint64_t total, std::uint64_t parts, std::uint64_t i) {
    const auto before = [&](std::uint64_t k) {
        const Wide shares = Wide{total / parts} * k;
        return static_cast<std::uint64_t>(shares + std::min<Wide>(k, total % parts));
    };
    return {before(i), before(i + 1)};
}

std::string in_words(const Part& part) { return fmt::format("{} .. {}", part.start, part.end); }

void expect_part(std::string_view what, std::uint64_t total, std::uint64_t parts, std::uint64_t i, const Part& found) {
    const Part expected = part_of(total, parts, i);
    if (expected == found) return;
    fuzz::differ(fuzz::Suspect::planner, what,
                 {{"question", fmt::format("part {} of {} into {}", i, total, parts)},
                  {"128 bits", in_words(expected)},
                  {"planner", in_words(found)}});
}

void expect_partition(std::uint64_t layers, std::uint64_t ranks, std::uint64_t chunks) {
    const std::vector<StageAssignment> table = partition_layers(layers, ranks, chunks);
    const std::uint64_t stages = ranks * chunks;
    if (table.size() != stages) {
        fuzz::differ(fuzz::Suspect::planner, "not an assignment a stage",
                     {{"stages", fmt::to_string(stages)}, {"assignments", fmt::to_string(table.size())}});
    }
    for (std::uint64_t stage = 0; stage < stages; ++stage) {
        const StageAssignment& found = table[stage];
        expect_part("layers of a stage", layers, stages, stage, {found.layer_range.start, found.layer_range.end});
        if (found.virtual_stage_id != stage || found.physical_stage_id != stage % ranks ||
            found.local_stage_index != stage / ranks) {
            fuzz::differ(fuzz::Suspect::planner, "ids of a stage",
                         {{"stage", fmt::to_string(stage)},
                          {"planner", fmt::format("stage {} on rank {} as chunk {}", found.virtual_stage_id,
                                                  found.physical_stage_id, found.local_stage_index)}});
        }
    }
}

void expect_split(std::uint64_t items, std::uint64_t microbatches) {
    const auto ranges = split_microbatch_ranges(items, microbatches);
    const bool possible = microbatches > 0 && items >= microbatches && microbatches <= limits::max_plan_events;
    const std::size_t count = ranges ? ranges->size() : 0;
    if (ranges.has_value() != possible || (possible && count != microbatches)) {
        fuzz::differ(fuzz::Suspect::planner, "a split into microbatches",
                     {{"question", fmt::format("{} into {}", items, microbatches)},
                      {"definition", possible ? "possible" : "impossible"},
                      {"planner", ranges ? fmt::format("{} ranges", count) : ranges.error()}});
    }
    for (std::size_t i = 0; i < count; ++i) {
        expect_part("items of a microbatch", items, microbatches, i, {(*ranges)[i].start, (*ranges)[i].end});
    }
}

// Whether a configuration is planned, from the definition and in numbers that cannot overflow.
bool can_be_planned(const PipelineConfig& config) {
    const Wide stages = Wide{config.stage_count} * config.virtual_stages_per_rank;
    if (!config.enabled || stages == 0 || config.microbatches == 0 || stages > config.n_layer) return false;
    const bool is_optimal = config.schedule == ScheduleKind::optimal;
    if (!is_optimal && config.virtual_stages_per_rank > config.stage_count) return false;
    if (config.schedule == ScheduleKind::interleaved_1f1b && config.microbatches < config.stage_count) return false;
    return stages <= limits::max_plan_events && 2 * stages * config.microbatches <= limits::max_plan_events;
}

void expect_validated(Bytes& bytes) {
    PipelineConfig config;
    config.schedule = schedule_names[bytes.between(0, schedule_names.size() - 1)].kind;
    config.enabled = !bytes.one_in(16);
    config.n_layer = bytes.any();
    config.stage_count = bytes.any();
    config.virtual_stages_per_rank = bytes.any();
    config.microbatches = bytes.any();
    const std::optional<PlanError> error = validate(config);
    if (can_be_planned(config) == !error) return;
    fuzz::differ(
        fuzz::Suspect::planner, "whether a configuration can be planned",
        {{"configuration", fmt::format("{} layers={} S={} V={} M={}", name(config.schedule), config.n_layer,
                                       config.stage_count, config.virtual_stages_per_rank, config.microbatches)},
         {"definition", error ? "can be planned" : "cannot"},
         {"validate", error ? error->message : "no objection"}});
}

constexpr std::uint64_t most_parts = 256;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const std::uint64_t ranks = bytes.between(1, 16);
    expect_partition(bytes.any(), ranks, bytes.between(1, most_parts / ranks));
    const std::uint64_t items = bytes.any();
    expect_split(items, bytes.between(0, most_parts));
    // What is refused costs nothing, so its numbers are any.
    if (const std::uint64_t microbatches = bytes.any();
        microbatches > limits::max_plan_events || microbatches > items) {
        expect_split(items, microbatches);
    }
    expect_validated(bytes);
    return 0;
}

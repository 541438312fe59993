// A planner with a fault that shows only for one shape with one number of layers: it tells whether the fuzzer sees
// where the code under test has been and what it compares. Its findings are no findings; a night without one is.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "fuzz/decode/config.h"
#include "fuzz/differ.h"
#include "fuzz/words.h"
#include "planner/build_plan.h"
#include "planner/reference_planner.h"

using namespace tickproof;

namespace {

constexpr std::uint64_t rare_layers = 0x0123456789ABCDEF;

// Not inlined, or the compiler would make one comparison of both conditions, and none of the two could be met alone.
[[gnu::noinline]] bool has_rare_shape(const PipelineConfig& config) {
    return config.schedule == ScheduleKind::gpipe && config.stage_count == 3 && config.virtual_stages_per_rank == 2;
}
[[gnu::noinline]] bool has_rare_layers(std::uint64_t more_layers) { return more_layers == rare_layers; }

bool is_faulty(const PipelineConfig& config, std::uint64_t more_layers) {
    return has_rare_shape(config) && has_rare_layers(more_layers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const std::uint64_t more_layers = bytes.word();
    PipelineConfig config = fuzz::decode_valid_config(bytes, 48);
    config.n_layer += more_layers;
    if (config.schedule == ScheduleKind::optimal) return 0;
    PlanResult plan = build_plan(config);
    if (plan && is_faulty(config, more_layers)) std::swap(plan->events.front(), plan->events.back());
    const PlanResult reference = reference_plan(config);
    if (plan && reference && *plan == *reference) return 0;
    fuzz::differ(fuzz::Suspect::canary, "the planner with a planted fault and the specification",
                 {{"configuration", fuzz::in_words(config)},
                  {"reference", fuzz::in_words(reference)},
                  {"planner with a fault", fuzz::in_words(plan)}});
}

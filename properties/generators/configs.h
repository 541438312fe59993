// Configurations to ask a planner for: drawn from a seed, valid or to be refused, never thrown away for being neither.
//
// A number of events is chosen first and the shape is fitted into it, so that each draw is one configuration and its
// cost is known. Boundary shapes have a chance of their own instead of being left to luck.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "properties/generators/draw.h"

namespace tickproof::generators {

// The largest whole number on which all readers of JSON agree.
inline constexpr std::uint64_t max_layers = (std::uint64_t{1} << 53) - 1;

// S*V and 2*S*V*M, or the largest number if it is larger still.
[[nodiscard]] std::uint64_t stages_of(const PipelineConfig& config);
[[nodiscard]] std::uint64_t events_of(const PipelineConfig& config);

// Smaller ones first: by S + V + M, then the rest, so that equal sums have one order too.
[[nodiscard]] std::array<std::uint64_t, 5> size_key(const PipelineConfig& config);

struct ConfigRange {
    bool optimal = true;                                  // our own schedule, too
    std::uint64_t usual_events = std::uint64_t{1} << 12;  // of most plans, at most
    std::uint64_t max_events = std::uint64_t{1} << 16;    // of one plan in twenty
};

// One that `validate` accepts.
[[nodiscard]] PipelineConfig draw_valid_config(Draw& draw, const ConfigRange& range = {});

// One in six is broken on purpose, so that the production planner refuses it. None is refused for its size by us alone:
// another planner would try to plan it.
[[nodiscard]] PipelineConfig draw_any_config(Draw& draw, const ConfigRange& range = {});

// What is asked of an unknown planner: draw_any_config with gpipe and interleaved_1f1b alone. The same on any machine,
// and the first ones do not depend on how many follow.
[[nodiscard]] std::vector<PipelineConfig> sample_configs(std::uint64_t seed, std::size_t count);

inline constexpr std::array<std::string_view, 9> config_classes{
    "M < S", "M % S != 0", "V = S", "S = 1", "M = 1", "n_layer = S*V", "n_layer >= 100*S*V", "large", "refused"};

// Those of the classes above that it belongs to. V = S means more than one of each, large 2^14 events or more; a
// refused configuration is in no other class.
[[nodiscard]] std::vector<std::string_view> classes_of(const PipelineConfig& config);

// Candidates for the same failure in a smaller shape, smallest S + V + M first, valid if `config` is and refused if it
// is. From S*V*M = 200 down they are all smaller shapes there are, so that the first that fails is the smallest.
[[nodiscard]] std::vector<PipelineConfig> smaller(const PipelineConfig& config);

}  // namespace tickproof::generators

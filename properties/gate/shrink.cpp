#include "properties/gate/shrink.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "properties/gate/examine.h"
#include "properties/generators/configs.h"

namespace tickproof::gate {

namespace {

bool has_layers_for_all(const PipelineConfig& config) { return config.n_layer >= generators::stages_of(config); }

class Shrinker {
public:
    Shrinker(Shrunk found, Planner& planner, Level level, const ShrinkLimits& limits)
        : best_(std::move(found)),
          planner_(planner),
          level_(level),
          limits_(limits),
          deadline_(std::chrono::steady_clock::now() + limits.time) {}

    Shrunk run() {
        while (const std::optional<Shrunk> smaller = first_that_breaks_it_too()) best_ = *smaller;
        return std::move(best_);
    }

private:
    std::optional<Shrunk> first_that_breaks_it_too() {
        for (const PipelineConfig& candidate : generators::smaller(best_.config)) {
            if (exhausted()) return std::nullopt;
            if (!fits(candidate)) continue;
            asked_.push_back(candidate);
            if (auto shrunk = try_one(candidate)) return shrunk;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool fits(const PipelineConfig& candidate) const {
        return candidate.schedule == best_.config.schedule &&
               (has_layers_for_all(candidate) || !has_layers_for_all(best_.config)) &&
               std::ranges::find(asked_, candidate) == asked_.end();
    }
    [[nodiscard]] bool exhausted() const {
        return asked_.size() >= limits_.questions || limits_.interrupted() ||
               std::chrono::steady_clock::now() >= deadline_;
    }
    std::optional<Shrunk> try_one(const PipelineConfig& candidate) {
        const Question question{candidate, true};
        const Outcome outcome = examine(planner_, level_, {&question, 1}).front();
        const auto same = std::ranges::find(outcome.broken, best_.broken.property, &Broken::property);
        if (same == outcome.broken.end()) return std::nullopt;
        return Shrunk{candidate, *same, outcome.stderr_tail};
    }

    Shrunk best_;
    Planner& planner_;
    Level level_;
    const ShrinkLimits& limits_;
    std::chrono::steady_clock::time_point deadline_;
    std::vector<PipelineConfig> asked_;
};

}  // namespace

Shrunk shrink(Shrunk found, Planner& planner, Level level, const ShrinkLimits& limits) {
    return Shrinker(std::move(found), planner, level, limits).run();
}

}  // namespace tickproof::gate

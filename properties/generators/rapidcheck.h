// What is drawn here as RapidCheck generators, for tests: RapidCheck brings the seed, the search for a smaller failure
// and its report. Sizes do not follow RapidCheck's own `size`: boundaries have their chance from the first case on.
#pragma once

#include <ostream>
#include <string>

#include <rapidcheck.h>

#include "planner/formats/request_json.h"
#include "properties/generators/configs.h"
#include "properties/generators/problems.h"

namespace tickproof {

// RapidCheck finds these by their namespace.
inline void showValue(const PipelineConfig& config, std::ostream& out) { out << formats::write_request(config); }
inline void showValue(const Problem& problem, std::ostream& out) { out << generators::in_words(problem); }

}  // namespace tickproof

namespace tickproof::generators {

inline void showValue(const SeededProblem& seeded, std::ostream& out) {
    out << in_words(seeded.problem) << ", seed " << seeded.seed;
}

// `draw_one` takes a Draw&; an overload of `smaller` takes what it returns.
template <class T, class DrawOne>
[[nodiscard]] rc::Gen<T> generator(DrawOne draw_one) {
    return [draw_one](const rc::Random& random, int /*size*/) {
        rc::Random source = random;
        Draw draw(source.next());
        return rc::shrinkable::shrinkRecur(T(draw_one(draw)),
                                           [](const T& value) { return rc::seq::fromContainer(smaller(value)); });
    };
}

[[nodiscard]] inline rc::Gen<PipelineConfig> valid_configs(const ConfigRange& range = {}) {
    return generator<PipelineConfig>([range](Draw& draw) { return draw_valid_config(draw, range); });
}

[[nodiscard]] inline rc::Gen<PipelineConfig> any_configs(const ConfigRange& range = {}) {
    return generator<PipelineConfig>([range](Draw& draw) { return draw_any_config(draw, range); });
}

[[nodiscard]] inline rc::Gen<Problem> problems() { return generator<Problem>(draw_problem); }

// For schedules.h, whose results shrink with their problem.
[[nodiscard]] inline rc::Gen<SeededProblem> seeded_problems() { return generator<SeededProblem>(draw_seeded_problem); }

}  // namespace tickproof::generators

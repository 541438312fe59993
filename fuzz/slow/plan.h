// A second judge of whole plans: the rules of properties/check by their one-line meanings, written without a look at
// their code. An event a cell, a cell a rank and tick.
#pragma once

#include <string>

#include "fuzz/slow/simulation.h"
#include "planner/model/plan.h"

namespace tickproof::slow {

enum class Bubble : std::uint8_t { exact, close, wrong };

struct PlanSeen {
    Seen schedule;
    bool shape = true;    // counts agree with each other, and ids with the placement
    bool cover = true;    // contiguous, nothing empty, nothing left over
    bool figures = true;  // all but the bubble
    Bubble bubble = Bubble::exact;
    bool balance = true;
    bool event_order = true;
    bool progress = true;

    // Safe to run. `close` bubbles are not judged here: how close is close enough is the checker's to say.
    [[nodiscard]] bool safe() const { return schedule.valid() && shape && cover && figures && bubble != Bubble::wrong; }
    [[nodiscard]] bool as_the_production_planner() const {
        return safe() && bubble == Bubble::exact && balance && event_order && progress;
    }
};

// Loop placement, unit time.
[[nodiscard]] PlanSeen judge(const Plan& plan);

[[nodiscard]] std::string in_words(const PlanSeen& seen);

}  // namespace tickproof::slow

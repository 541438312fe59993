// One question, "is there a schedule of at most so many ticks?", put to one engine.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

#include "smt/certify/certify.h"

namespace tickproof::certify {

struct Yes {
    Schedule schedule;  // judged by properties/check, and short enough
};
struct No {
    certificate::LowerEvidence evidence;
};
struct Open {
    std::string reason;
};
using Reply = std::variant<Yes, No, Open>;

using Clock = std::chrono::steady_clock;

struct Query {
    const Problem& problem;
    std::uint64_t horizon_ticks;
    Engine engine;  // not `bound`
    solver::Limits limits;
    Clock::time_point deadline;  // if the limits have a time, which this stands for
    const OnQuery& on_query;
};

// Throws Contradiction.
[[nodiscard]] Reply ask(const Query& query);

}  // namespace tickproof::certify

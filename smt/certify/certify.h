// The optimum of a problem with its evidence, as far as the limits allow: from the bounds inward, by queries whether
// there is a schedule of so many ticks.
//
// No answer is taken on trust. A schedule that a query brings is judged by properties/check; that there is none is
// evidence only as a search's layers or as CaDiCaL's proof, which smt/recheck can follow. What Z3 says is a
// cross-check. Two ways that contradict one another are a fault, never a choice.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/bounds/op_class.h"
#include "smt/certificate/certificate.h"
#include "smt/encode/encode.h"
#include "smt/solver/solver.h"

namespace tickproof::certify {

// automatic: bounds, then a search while it is small, then CaDiCaL. The others: bounds, and that one alone, which then
// answers the two queries at the optimum even where the bounds have met already.
enum class Engine : std::uint8_t { automatic, bound, search, z3, cadical };

// Called with every formula before it is answered: "at_most_41_ticks".
using OnQuery = std::function<void(const std::string& name, const encode::Formula& formula)>;

struct Options {
    Engine engine = Engine::automatic;
    solver::Limits limits;             // its time is that of all queries together
    std::vector<Schedule> candidates;  // schedules that may be short; what does not fit the problem is passed over
    OnQuery on_query;
};

struct Certified {
    certificate::Certificate certificate;
    std::string undecided;                  // what keeps the optimum open; empty if it is proven
    std::vector<std::string> cross_checks;  // "z3: a schedule of 42 ticks, none of 41"
};

// Two ways contradict one another, or one brings a wrong schedule: a fault of tickproof itself.
struct Contradiction : std::logic_error {
    using std::logic_error::logic_error;
};

[[nodiscard]] std::expected<Certified, Unsound> certify(const Problem& problem, const Options& options);

}  // namespace tickproof::certify

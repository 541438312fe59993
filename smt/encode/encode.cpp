#include "smt/encode/encode.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "planner/model/limits.h"
#include "smt/bounds/op_class.h"
#include "smt/encode/clauses.h"

namespace tickproof::encode {

namespace {

std::optional<std::string> too_many_ticks(const Problem& problem, std::uint64_t horizon, const EncodeLimits& limits) {
    const std::uint64_t kinds = problem.backward_form == BackwardForm::split ? 3 : 2;
    const std::uint64_t classes = saturating_mul(kinds, problem.stages());
    if (saturating_mul(classes, horizon) <= limits.literals) return std::nullopt;
    return fmt::format("{} classes of ops times {} ticks are too much for a formula, the limit is {}", classes, horizon,
                       limits.literals);
}

std::string too_many_literals(std::uint64_t literals, const EncodeLimits& limits) {
    return fmt::format("the formula has {} literals or more, the limit is {}", literals, limits.literals);
}

// What group 4 has: a clause with two to four entries for each tick of each op. Slack is linear in the microbatch.
std::uint64_t least_literals(const Windows& windows) {
    const auto microbatches = static_cast<std::uint64_t>(windows.microbatches());
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < windows.classes().size(); ++c) {
        const std::int64_t ends = windows.of(c, 0).slack() + windows.of(c, windows.microbatches() - 1).slack();
        const std::int64_t an_op = 2 * ends + 2 * windows.duration(c);
        sum = saturating_add(sum, saturating_mul(microbatches, static_cast<std::uint64_t>(an_op)));
    }
    return sum;
}

void add_all(const Formula& formula, Clauses& clauses) {
    add_schedule_clauses(formula.variables, clauses);
    if (formula.problem.max_in_flight) add_cap_clauses(formula.variables, *formula.problem.max_in_flight, clauses);
}

std::uint32_t chunk(const Problem& problem, std::uint32_t stage) {
    return static_cast<std::uint32_t>(problem.placement.chunk_of(stage));
}

}  // namespace

std::expected<Formula, std::string> encode(const Problem& problem, std::uint64_t horizon_ticks,
                                           const EncodeLimits& limits) {
    if (auto complaint = too_many_ticks(problem, horizon_ticks, limits)) return std::unexpected(*std::move(complaint));
    Windows windows(op_classes(problem), problem.microbatches, horizon_ticks);
    if (windows.some_is_empty()) return Formula{problem, {}, {.variables = 0, .clauses = 1, .literals = {0}}};
    if (const std::uint64_t least = least_literals(windows); least > limits.literals) {
        return std::unexpected(too_many_literals(least, limits));
    }
    Formula formula{problem, Variables(std::move(windows)), {}};
    Clauses counted(formula.variables.count(), limits.literals);
    add_all(formula, counted);
    if (counted.too_many()) return std::unexpected(too_many_literals(counted.literals(), limits));
    Clauses kept(formula.variables.count(), counted);
    add_all(formula, kept);
    formula.cnf = std::move(kept).take();
    return formula;
}

Schedule decode(const Formula& formula, const std::vector<bool>& model) {
    const Windows& windows = formula.variables.windows();
    Schedule schedule;
    for (std::size_t c = 0; c < windows.classes().size(); ++c) {
        const OpClass& one = windows.classes()[c];
        for (std::int64_t m = 0; m < windows.microbatches(); ++m) {
            const Window window = windows.of(c, m);
            std::int64_t start = window.earliest;
            while (start < window.latest &&
                   model[static_cast<std::size_t>(formula.variables.starts_from(c, m, start + 1))]) {
                ++start;
            }
            schedule.push_back({static_cast<std::uint64_t>(start), one.rank, one.stage,
                                chunk(formula.problem, one.stage), static_cast<std::uint32_t>(m), one.kind});
        }
    }
    std::ranges::sort(schedule, {}, [](const TimedOp& op) { return std::tuple(op.rank, op.start_tick); });
    return schedule;
}

}  // namespace tickproof::encode

#include "smt/certify/query.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "properties/check/check.h"
#include "smt/certify/list_schedule.h"
#include "smt/encode/text.h"
#include "smt/search/search.h"

namespace tickproof::certify {

namespace {

Yes checked(const Query& query, Schedule schedule, const char* who) {
    const check::Report report = check::check_schedule(query.problem, schedule);
    if (!report.valid()) {
        throw Contradiction(fmt::format("{} brought a schedule of {} ticks that is wrong: {}", who, query.horizon_ticks,
                                        report.violations().front().witness));
    }
    if (makespan_of(query.problem, schedule) > query.horizon_ticks) {
        throw Contradiction(
            fmt::format("{} brought a schedule that takes longer than {} ticks", who, query.horizon_ticks));
    }
    return {std::move(schedule)};
}

// A search is asked for its reason to stop; a solver is killed instead.
std::function<std::string()> why_stop(const Query& query) {
    return [&query]() -> std::string {
        if (query.limits.interrupted && query.limits.interrupted()) return "interrupted";
        if (query.limits.time && Clock::now() >= query.deadline) return "time limit";
        return "";
    };
}

solver::Limits left_for_a_solver(const Query& query) {
    solver::Limits limits = query.limits;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(query.deadline - Clock::now());
    if (limits.time) limits.time = std::max(left, std::chrono::milliseconds(0));
    return limits;
}

Reply ask_search(const Query& query, std::uint64_t max_states) {
    search::Result result =
        search::search(query.problem, query.horizon_ticks, {max_states, query.limits.memory_bytes, why_stop(query)});
    if (auto* found = std::get_if<search::Found>(&result)) {
        return checked(query, std::move(found->schedule), "the search");
    }
    if (auto* exhausted = std::get_if<search::Exhausted>(&result)) {
        return No{certificate::StateCounts{query.horizon_ticks, std::move(exhausted->states)}};
    }
    return Open{std::get<search::GaveUp>(result).reason};
}

Reply ask_solver(const Query& query) {
    // The formula here, its text, and the solver's own copy: what it takes to be asked at all.
    constexpr std::uint64_t bytes_of_a_literal = 16;
    const std::uint64_t most_in_memory = query.limits.memory_bytes / bytes_of_a_literal;
    const encode::EncodeLimits most{.literals = std::min(encode::EncodeLimits{}.literals, most_in_memory)};
    const auto formula = encode::encode(query.problem, query.horizon_ticks, most);
    if (!formula) return Open{(most.literals == most_in_memory ? "memory limit: " : "") + formula.error()};
    if (query.on_query) query.on_query(fmt::format("at_most_{}_ticks", query.horizon_ticks), *formula);
    const bool by_z3 = query.engine == Engine::z3;
    solver::Answer answer = by_z3 ? solver::solve_with_z3(formula->cnf, left_for_a_solver(query))
                                  : solver::solve_with_cadical(formula->cnf, left_for_a_solver(query));
    if (const auto* sat = std::get_if<solver::Sat>(&answer)) {
        return checked(query, encode::decode(*formula, sat->model), by_z3 ? "Z3" : "CaDiCaL");
    }
    if (auto* unsat = std::get_if<solver::Unsat>(&answer)) {
        return No{certificate::Refutation{query.horizon_ticks, encode::hash(formula->cnf), std::move(unsat->proof)}};
    }
    return Open{std::get<solver::Unknown>(answer).reason};
}

// What takes a second or so; the rest is CaDiCaL's.
constexpr std::uint64_t few_states = 500'000;
constexpr std::uint64_t rlimit_of_a_state = 100;

}  // namespace

Reply ask(const Query& query) {
    const std::uint64_t states = query.limits.rlimit / rlimit_of_a_state;
    if (query.engine == Engine::search) return ask_search(query, states);
    if (query.engine == Engine::automatic) {
        Reply reply = ask_search(query, std::min(states, few_states));
        if (!std::holds_alternative<Open>(reply)) return reply;
    }
    return ask_solver(query);
}

}  // namespace tickproof::certify

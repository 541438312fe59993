// The optimum of small problems, by bounds and closed form, by search and by a solver: all of them agree, the schedules
// they bring are valid for the slow simulation, and what has no schedule is what one microbatch alone cannot do.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fuzz/differ.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/small_problem.h"
#include "fuzz/words.h"
#include "smt/bounds/bound.h"
#include "smt/bounds/unit_time.h"
#include "smt/certify/certify.h"
#include "smt/encode/encode.h"
#include "smt/solver/solver.h"

using namespace tickproof;
using certify::Certified;
using certify::Engine;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

using Answer = std::expected<Certified, Unsound>;

Answer ask(const Problem& problem, Engine engine) {
    certify::Options options;
    options.engine = engine;
    options.limits.rlimit = 500'000;  // a search of some thousand states
    try {
        return certify::certify(problem, options);
    } catch (const certify::Contradiction& fault) {
        differ(Suspect::solver, "two ways to the optimum contradict one another",
               {{"problem", in_words(problem)}, {"certify", fault.what()}});
    }
}

std::string answer_words(const Answer& answer) {
    if (!answer) return answer.error().message;
    return fmt::format("{} .. {}{}", answer->certificate.lower, answer->certificate.upper,
                       answer->undecided.empty() ? "" : ", open: " + answer->undecided);
}

bool is_proven(const Answer& answer) { return answer && answer->undecided.empty(); }

// A rank holds an activation of each of its stages before the backward of any of them can run.
bool has_a_schedule(const Problem& problem) {
    std::vector<std::uint64_t> stages_of(problem.ranks);
    for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) ++stages_of[problem.placement.rank_of(stage)];
    return std::ranges::max(stages_of) <= problem.max_in_flight.value_or(~std::uint64_t{0});
}

void expect_schedule(const Problem& problem, std::string_view who, const Schedule& schedule, std::uint64_t least,
                     std::uint64_t most) {
    const slow::Seen seen = slow::simulate(problem, schedule);
    const std::uint64_t ticks = slow::makespan(problem, schedule);
    if (seen.valid() && least <= ticks && ticks <= most) return;
    differ(Suspect::solver, "a schedule that is to prove an upper bound",
           {{"problem", in_words(problem)},
            {who, in_words(schedule)},
            {"ticks wanted", fmt::format("{} .. {}", least, most)},
            {"slow simulation", fmt::format("{} ticks, {}", ticks, slow::in_words(seen))}});
}

void expect_witness(const Problem& problem, const Certified& found) {
    const std::uint64_t upper = found.certificate.upper;
    const auto* schedule = std::get_if<Schedule>(&found.certificate.upper_evidence);
    if (schedule != nullptr) expect_schedule(problem, "search", *schedule, upper, upper);
}

void expect_closed_form(const Problem& problem, const Answer& found) {
    if (!is_proven(found) || !has_closed_form(problem)) return;
    const auto optimum = unit_time_optimum(problem.ranks, problem.chunks, problem.microbatches);
    if (optimum == found->certificate.upper && optimum == found->certificate.lower) return;
    differ(Suspect::solver, "the closed form and the search",
           {{"problem", in_words(problem)},
            {"closed form", optimum ? fmt::to_string(*optimum) : "none"},
            {"search", answer_words(found)}});
}

void expect_within_bounds(const Problem& problem, const Answer& found) {
    if (!is_proven(found)) return;
    const Answer bounds = ask(problem, Engine::bound);
    const std::uint64_t optimum = found->certificate.upper;
    if (bounds && bounds->certificate.lower <= optimum && optimum <= bounds->certificate.upper) return;
    differ(Suspect::solver, "bounds and the optimum",
           {{"problem", in_words(problem)}, {"bounds", answer_words(bounds)}, {"search", answer_words(found)}});
}

// One question: is there a schedule of so many ticks? A solver must say what the search found.
void expect_same_answer(const Problem& problem, const Answer& found, std::uint64_t horizon, bool by_z3) {
    const auto formula = encode::encode(problem, horizon);
    if (!formula) return;
    const solver::Limits limits{.rlimit = 3'000'000};
    const solver::Answer answer =
        by_z3 ? solver::solve_with_z3(formula->cnf, limits) : solver::solve_with_cadical(formula->cnf, limits);
    const std::string_view who = by_z3 ? "z3" : "cadical";
    const auto* sat = std::get_if<solver::Sat>(&answer);
    const std::uint64_t lower = found->certificate.lower;
    if (sat) expect_schedule(problem, who, encode::decode(*formula, sat->model), lower, horizon);
    if (std::holds_alternative<solver::Unsat>(answer) && horizon >= found->certificate.upper) {
        differ(Suspect::solver, "search and solver",
               {{"problem", in_words(problem)},
                {"search", answer_words(found)},
                {who, fmt::format("no schedule of {} ticks", horizon)}});
    }
}

}  // namespace

// Each question to a solver forks this process, and the solver allocates under the sanitizer too: what it keeps of
// freed memory would be copied each time, and long stacks of allocations cost more than the solver.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:malloc_context_size=4";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const bool by_z3 = bytes.one_in(2);
    const std::uint64_t below = bytes.between(0, 2);
    const Problem problem = fuzz::decode_small_problem(bytes);
    const Answer search = ask(problem, Engine::search);
    if (search.has_value() != has_a_schedule(problem)) {
        differ(Suspect::solver, "whether there is any schedule",
               {{"problem", in_words(problem)},
                {"one microbatch alone", has_a_schedule(problem) ? "there is" : "there is none"},
                {"search", answer_words(search)}});
    }
    if (!search) return 0;
    expect_witness(problem, *search);
    expect_closed_form(problem, search);
    expect_within_bounds(problem, search);
    // At the optimum, just below it, or further below.
    const std::uint64_t upper = search->certificate.upper;
    expect_same_answer(problem, search, upper - std::min(upper, below), by_z3);
    return 0;
}

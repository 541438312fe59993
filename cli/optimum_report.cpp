#include "cli/optimum_report.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/certified.h"
#include "cli/json_array.h"
#include "planner/formats/json/write.h"
#include "smt/certificate/problem_json.h"

namespace tickproof::cli {

namespace {

using certify::Certified;

std::string ticks(std::uint64_t count) { return fmt::format("{} tick{}", count, count == 1 ? "" : "s"); }

std::uint64_t sum(const std::vector<std::uint64_t>& states) {
    return std::accumulate(states.begin(), states.end(), std::uint64_t{0});
}

struct LowerInWords {
    std::uint64_t cap;

    std::string operator()(const certificate::LoadBound& bound) const {
        return fmt::format("rank {}: {} before, {} of ops, {} after", bound.rank, ticks(bound.head), ticks(bound.load),
                           ticks(bound.tail));
    }
    std::string operator()(const certificate::InFlightBound& bound) const {
        return fmt::format(
            "rank {} holds activations from stage {} on for {} in all, {} at a time: {} before, {}, {} after",
            bound.rank, bound.stage, ticks(bound.held), cap, ticks(bound.head),
            ticks(bound.held / cap + (bound.held % cap == 0 ? 0 : 1)), ticks(bound.tail));
    }
    std::string operator()(const certificate::Refutation& refutation) const {
        return fmt::format("no schedule of {}: refutation of {} bytes", ticks(refutation.horizon),
                           refutation.proof.size());
    }
    std::string operator()(const certificate::StateCounts& counts) const {
        return fmt::format("no schedule of {}: a search met {} states", ticks(counts.horizon), sum(counts.states));
    }
};

std::string upper_in_words(const certificate::Certificate& certificate) {
    if (std::holds_alternative<certificate::Construction>(certificate.upper_evidence)) {
        return "the optimal construction";
    }
    return fmt::format("a schedule of {}", ticks(certificate.upper));
}

std::string placement_in_words(const Placement& placement) {
    switch (placement.kind()) {
        case Placement::Kind::loop:
            return "loop";
        case Placement::Kind::v_shaped:
            return "V-shaped";
        case Placement::Kind::listed:
            break;
    }
    return "listed";
}

std::string durations_in_words(const Problem& problem) {
    const Durations& durations = problem.durations;
    if (problem.backward_form == BackwardForm::full) {
        return fmt::format("F={} B={}", durations.forward, durations.backward);
    }
    return fmt::format("F={} I={} W={}", durations.forward, durations.backward_input, durations.backward_weight);
}

struct Advice {
    std::string_view reason;  // what it begins with
    std::string_view advice;
};
constexpr std::array advices{
    Advice{"rlimit", "raise it with --rlimit"},
    Advice{"time limit", "raise it with --time-limit"},
    Advice{"memory limit", "raise it with --memory-limit"},
    Advice{"bounds alone", "another --engine goes on from there"},
};

std::string with_advice(std::string_view reason) {
    for (const Advice& one : advices) {
        if (reason.starts_with(one.reason)) return fmt::format("{}; {}", reason, one.advice);
    }
    return std::string(reason);
}

std::string first_line(const Certified& certified) {
    const certificate::Certificate& known = certified.certificate;
    if (certified.undecided.empty()) {
        return fmt::format("optimum {} (proven: {})", ticks(known.upper), word(known.lower_evidence));
    }
    return fmt::format("between {} and {} (undecided: {})", known.lower, ticks(known.upper), certified.undecided);
}

std::string line(std::string_view label, std::string_view text) { return fmt::format("  {}: {}\n", label, text); }

struct LowerAsJson {
    std::string operator()(const certificate::LoadBound& bound) const {
        return fmt::format(R"({{"kind":"bound","rank":{},"chunks":{},"head":{},"tail":{},"load":{}}})", bound.rank,
                           bound.chunks, bound.head, bound.tail, bound.load);
    }
    std::string operator()(const certificate::InFlightBound& bound) const {
        return fmt::format(R"({{"kind":"in_flight","rank":{},"stage":{},"head":{},"tail":{},"held":{}}})", bound.rank,
                           bound.stage, bound.head, bound.tail, bound.held);
    }
    std::string operator()(const certificate::Refutation& refutation) const {
        return fmt::format(R"({{"kind":"refutation","horizon":{},"formula_sha256":"{}","proof_bytes":{}}})",
                           refutation.horizon, refutation.formula_sha256, refutation.proof.size());
    }
    std::string operator()(const certificate::StateCounts& counts) const {
        return fmt::format(R"({{"kind":"search","horizon":{},"states":{}}})", counts.horizon, sum(counts.states));
    }
};

}  // namespace

std::string in_words(const Problem& problem) {
    std::string text = fmt::format("S={} V={} M={}, {} placement, {} backward, {}, latency {}", problem.ranks,
                                   problem.chunks, problem.microbatches, placement_in_words(problem.placement),
                                   name(problem.backward_form), durations_in_words(problem), problem.hop_latency_ticks);
    if (problem.max_in_flight) text += fmt::format(", cap {}", *problem.max_in_flight);
    return text;
}

std::string optimum_as_text(const Certified& certified, const std::vector<std::string>& remarks) {
    const certificate::Certificate& known = certified.certificate;
    std::string text = first_line(certified) + "\n" + line("problem", in_words(known.problem));
    // A cap of 0 has no bound: it is infeasible.
    const std::uint64_t cap = known.problem.max_in_flight.value_or(1);
    text += line("lower", std::visit(LowerInWords{cap}, known.lower_evidence) + ", rechecked");
    text += line("upper", upper_in_words(known) + ", rechecked");
    for (const std::string& check : certified.cross_checks) text += line("cross-check", check);
    if (!certified.undecided.empty()) text += line("undecided", with_advice(certified.undecided));
    for (const std::string& remark : remarks) text += fmt::format("  {}\n", remark);
    return text;
}

std::string optimum_in_brief(const Certified& certified) {
    const certificate::Certificate& known = certified.certificate;
    return certified.undecided.empty() ? fmt::format("{}\n", known.upper)
                                       : fmt::format("{}..{}\n", known.lower, known.upper);
}

std::string optimum_as_json(const Certified& certified) {
    const certificate::Certificate& known = certified.certificate;
    const bool is_proven = certified.undecided.empty();
    const bool is_constructed = std::holds_alternative<certificate::Construction>(known.upper_evidence);
    return fmt::format(
        R"({{"schema":"tickproof/optimum/1","verdict":"{}","lower":{},"upper":{},"proven":{},"evidence":"{}","undecided":{},)"
        R"("lower_evidence":{},"upper_evidence":{{"kind":"{}"}},"cross_checks":{},"problem":{}}})"
        "\n",
        is_proven ? "proven" : "undecided", known.lower, known.upper, is_proven, word(known.lower_evidence),
        json::quoted(certified.undecided), std::visit(LowerAsJson{}, known.lower_evidence),
        is_constructed ? "construction" : "schedule", json_array(certified.cross_checks, json::quoted),
        certificate::write_problem(known.problem));
}

std::string no_optimum_as_text(const Unsound& why) {
    const bool is_infeasible = why.kind == Unsound::Kind::infeasible;
    return fmt::format("{}: {}\n", is_infeasible ? "infeasible" : "undecided", why.message);
}

std::string no_optimum_as_json(const Problem& problem, const Unsound& why) {
    const bool is_infeasible = why.kind == Unsound::Kind::infeasible;
    return fmt::format(
        R"({{"schema":"tickproof/optimum/1","verdict":"{}","lower":null,"upper":null,"proven":false,"evidence":null,)"
        R"("undecided":{},"infeasible":{},"problem":{}}})"
        "\n",
        is_infeasible ? "infeasible" : "undecided", json::quoted(is_infeasible ? "" : why.message),
        json::quoted(is_infeasible ? why.message : ""), certificate::write_problem(problem));
}

}  // namespace tickproof::cli

// `tickproof theorems`: the statements for all sizes, each proved by Z3 here and now.
#include <array>
#include <chrono>
#include <filesystem>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cli/certified_options.h"
#include "cli/ci_report.h"
#include "cli/command.h"
#include "cli/interruptible.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/theorems_report.h"
#include "smt/solver/solver.h"
#include "smt/theorems/theorem.h"

namespace tickproof::cli {

namespace {

using theorems::Lemma;
using theorems::Theorem;
using Clock = std::chrono::steady_clock;

template <class T>
using OrError = std::expected<T, std::string>;

// Z3 in a child, within what is left of the time of all of them.
class Prover {
public:
    Prover(solver::Limits limits, std::uint64_t lemmas) : limits_(std::move(limits)), lemmas_(lemmas) {
        limits_.interrupted = [this] {
            progress_.show(static_cast<double>(proved_) / static_cast<double>(lemmas_));
            return was_interrupted();
        };
    }

    [[nodiscard]] ProvedLemma prove(const Lemma& lemma) {
        ProvedLemma result{.lemma = &lemma, .verdict = Verdict::valid, .why = {}};
        for (const Expectation& one : {Expectation{lemma.claim, false, "the claim has a counterexample"},
                                       Expectation{lemma.false_variant, true, "its false variant is not refuted"},
                                       Expectation{lemma.assumptions, true, "its assumptions contradict each other"}}) {
            const solver::Answer answer = ask(one.text);
            const bool is_sat = std::holds_alternative<solver::Sat>(answer);
            if (const auto* unknown = std::get_if<solver::Unknown>(&answer)) {
                if (result.verdict == Verdict::valid) {
                    result.verdict = Verdict::undecided;
                    result.why = unknown->reason;
                }
            } else if (is_sat != one.is_sat) {
                result.verdict = Verdict::refuted;
                result.why = one.otherwise;
            }
        }
        ++proved_;
        return result;
    }

private:
    struct Expectation {
        const std::string& text;
        bool is_sat;
        std::string_view otherwise;
    };

    [[nodiscard]] solver::Answer ask(const std::string& text) const {
        solver::Limits limits = limits_;
        if (limits.time) {
            *limits.time -= std::chrono::floor<std::chrono::milliseconds>(Clock::now() - started_);
            if (limits.time->count() <= 0) return solver::Unknown{"time limit"};
        }
        if (was_interrupted()) return solver::Unknown{"interrupted"};
        return solver::check_smtlib(text, limits);
    }

    Clock::time_point started_ = Clock::now();
    solver::Limits limits_;
    std::uint64_t lemmas_;
    std::uint64_t proved_ = 0;
    Progress progress_{"theorems"};
};

std::uint64_t count_lemmas(std::span<const Theorem> all) {
    std::uint64_t count = 0;
    for (const Theorem& theorem : all) count += theorem.lemmas.size();
    return count;
}

OrError<void> dump(const std::string& folder) {
    if (folder.empty()) return {};
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return std::unexpected(fmt::format("--dump: {}: {}", folder, error.message()));
    for (const Theorem& theorem : theorems::theorems()) {
        for (const Lemma& lemma : theorem.lemmas) {
            for (const auto& [suffix, text] : {std::pair<std::string_view, const std::string&>{"", lemma.claim},
                                               {".false_variant", lemma.false_variant},
                                               {".assumptions", lemma.assumptions}}) {
                const auto name = std::filesystem::path(folder) / fmt::format("{}{}.smt2", lemma.name, suffix);
                const auto written = write_file(name.string(), [&](const Sink& sink) { sink(text); });
                if (!written) return std::unexpected(written.error());
            }
        }
    }
    return {};
}

}  // namespace

ExitCode run_theorems(Arguments arguments) {
    Options options(
        "theorems",
        "Proves the statements that hold for every number of stages, chunks, microbatches and layers, by Z3. Of every\n"
        "lemma a false variant must be refuted and the assumptions satisfiable, so that none can be empty. Exit code "
        "0\n"
        "if all are proved, 1 if one is refuted, 3 if one is undecided.",
        "tickproof theorems --dump smt2");
    std::string folder;
    options.text("--dump", "write every text to DIR, for other solvers", "DIR", folder);
    const LimitOptions limit_options(options);
    CiReport ci(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](std::string_view why) {
        print_error(fmt::format("tickproof theorems: {}", why));
        return ExitCode::unusable;
    };
    const auto limits = limit_options.limits();
    if (!limits) return unusable(limits.error());
    if (const auto dumped = dump(folder); !dumped) return unusable(dumped.error());

    const Interruptible until_here;
    std::vector<ProvedTheorem> results;
    {
        Prover prover(*limits, count_lemmas(theorems::theorems()));
        for (const Theorem& theorem : theorems::theorems()) {
            ProvedTheorem result{.theorem = &theorem, .lemmas = {}};
            for (const Lemma& lemma : theorem.lemmas) result.lemmas.push_back(prover.prove(lemma));
            results.push_back(std::move(result));
        }
    }
    std::vector<ExitCode> codes;
    for (const ProvedTheorem& result : results) {
        codes.push_back(exit_code(verdict_of(result)));
        if (ci.wanted()) ci.add(reported(result));
    }
    print(globals.json ? theorems_as_json(results) : theorems_as_text(results, globals.quiet));
    codes.push_back(ci.finish());
    return combined(codes);
}

}  // namespace tickproof::cli

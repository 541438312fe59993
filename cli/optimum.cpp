// `tickproof optimum`: the least ticks that any schedule of a problem takes, proven, or how far the proof has come.
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/certified.h"
#include "cli/certified_options.h"
#include "cli/command.h"
#include "cli/interruptible.h"
#include "cli/optimum_report.h"
#include "cli/output.h"
#include "cli/problem_options.h"
#include "cli/progress.h"
#include "cli/shape.h"
#include "smt/certificate/certificate_json.h"
#include "smt/certificate/proof_file.h"
#include "smt/encode/text.h"

namespace tickproof::cli {

namespace {

template <class T>
using OrError = std::expected<T, std::string>;

// Formulas as they come, for other solvers. What cannot be written is said once, at the end.
class Dump {
public:
    // No folder: nothing is written.
    explicit Dump(std::string folder) : folder_(std::move(folder)) {}

    [[nodiscard]] OrError<void> prepare() const {
        std::error_code error;
        if (!folder_.empty()) std::filesystem::create_directories(folder_, error);
        if (error) return std::unexpected(fmt::format("--dump: {}: {}", folder_, error.message()));
        return {};
    }
    void add(const std::string& name, const encode::Formula& formula) {
        if (folder_.empty()) return;
        ++queries_;
        write(name + ".cnf", [&](const Sink& sink) { encode::write_dimacs(formula.cnf, sink); });
        write(name + ".smt2", [&](const Sink& sink) { encode::write_smtlib(formula, sink); });
    }
    [[nodiscard]] OrError<std::optional<std::string>> finish() const {
        if (!error_.empty()) return std::unexpected(error_);
        if (folder_.empty()) return std::nullopt;
        return fmt::format("queries: {} in {}", queries_ == 0 ? "none" : fmt::format("{}", queries_),
                           printable(folder_));
    }

private:
    void write(const std::string& name, const std::function<void(const Sink&)>& content) {
        const auto written = write_file((std::filesystem::path(folder_) / name).string(), content);
        if (!written && error_.empty()) error_ = written.error();
    }

    std::string folder_;
    std::uint64_t queries_ = 0;
    std::string error_;
};

// A certificate, and beside it the proof that it names.
class CertificateFiles {
public:
    explicit CertificateFiles(std::string path) : path_(std::move(path)), proof_(path_ + ".drat") {}

    // Minutes of work must not end at a misspelt folder.
    [[nodiscard]] OrError<void> prepare() const {
        if (path_.empty()) return {};
        const std::filesystem::path path(path_);
        std::error_code unreadable;
        if (path_ == "-" || !certificate::is_plain_file_name(proof_.filename().string())) {
            return std::unexpected(fmt::format("--certificate: '{}' is no name of a file", path_));
        }
        if (std::filesystem::is_directory(path, unreadable)) {
            return std::unexpected(fmt::format("--certificate: {} is a folder", path_));
        }
        if (path.has_parent_path() && !std::filesystem::is_directory(path.parent_path(), unreadable)) {
            return std::unexpected(fmt::format("--certificate: there is no folder {}", path.parent_path().string()));
        }
        return {};
    }

    // The proof first, so that no certificate ever names one that is not there.
    [[nodiscard]] OrError<std::optional<std::string>> write(const certificate::Certificate& certificate) const {
        if (path_.empty()) return std::nullopt;
        const auto* refutation = std::get_if<certificate::Refutation>(&certificate.lower_evidence);
        if (refutation != nullptr) {
            const auto written = write_file(proof_.string(), [&](const Sink& sink) { sink(refutation->proof); });
            if (!written) return std::unexpected(written.error());
        }
        const auto written = write_file(path_, [&](const Sink& sink) {
            sink(certificate::write_certificate(certificate, proof_.filename().string()));
        });
        if (!written) return std::unexpected(written.error());
        return fmt::format("certificate: {}{}", printable(path_),
                           refutation == nullptr ? "" : fmt::format(" and {}", printable(proof_.string())));
    }

private:
    std::string path_;
    std::filesystem::path proof_;
};

std::expected<certify::Certified, Unsound> certify_watched(const Problem& problem, certify::Options options,
                                                           Dump& dump) {
    const Interruptible until_here;
    Progress progress("optimum");
    std::string asking = "searching";
    options.candidates = candidate_schedules(problem);
    options.on_query = [&](const std::string& name, const encode::Formula& formula) {
        asking = name;
        dump.add(name, formula);
    };
    options.limits.interrupted = [&] {
        progress.show(asking);
        return was_interrupted();
    };
    return certified(problem, options);
}

ExitCode unusable(std::string_view why) {
    print_error(fmt::format("tickproof optimum: {}", why));
    return ExitCode::unusable;
}

ExitCode report_none(const Problem& problem, const Unsound& why, const GlobalOptions& globals) {
    if (why.kind == Unsound::Kind::malformed) return unusable(why.message);
    print(globals.json ? no_optimum_as_json(problem, why) : no_optimum_as_text(why));
    return why.kind == Unsound::Kind::infeasible ? ExitCode::refuted : ExitCode::undecided;
}

// What was found is shown even where a file could not be written: it may have taken minutes.
ExitCode report(const certify::Certified& found, const Dump& dump, const CertificateFiles& files,
                const GlobalOptions& globals) {
    std::vector<std::string> remarks;
    ExitCode code = found.undecided.empty() ? ExitCode::holds : ExitCode::undecided;
    for (const auto& written : {files.write(found.certificate), dump.finish()}) {
        if (!written) {
            code = unusable(written.error());
        } else if (*written) {
            remarks.push_back(**written);
        }
    }
    if (globals.json) {
        print(optimum_as_json(found));
    } else {
        print(globals.quiet ? optimum_in_brief(found) : optimum_as_text(found, remarks));
    }
    return code;
}

}  // namespace

ExitCode run_optimum(Arguments arguments) {
    Options options(
        "optimum",
        "The least ticks that any schedule takes, with the evidence for it: a bound, a search that found none "
        "shorter,\n"
        "or a refutation by a solver. All of it is rechecked by code of its own before it is shown. Exit code 0 if "
        "the\n"
        "optimum is proven, 1 if there is no schedule at all, 3 if a limit left it open.",
        "tickproof optimum --stages 4 --virtual 2 --microbatches 6 --max-in-flight 4 --certificate optimum.json");
    const ShapeOptions shape(options, ShapeOptions::Of::problem);
    const ProblemOptions problem_options(options, ProblemOptions::Of::optimum);
    const CertifyOptions certify_options(options);
    std::string certificate;
    std::string folder;
    options.text("--certificate", "write what `tickproof recheck` reads; a refutation's proof goes to FILE.drat",
                 "FILE", certificate);
    options.text("--dump", "write every question to a solver as DIMACS and SMT-LIB", "DIR", folder);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto problem = asked_problem(shape, problem_options);
    if (!problem) return unusable(problem.error());
    const auto settings = certify_options.options();
    if (!settings) return unusable(settings.error());
    const CertificateFiles files(certificate);
    Dump dump(folder);
    for (const auto& prepared : {files.prepare(), dump.prepare()}) {
        if (!prepared) return unusable(prepared.error());
    }
    const auto found = certify_watched(*problem, *settings, dump);
    return found ? report(*found, dump, files, globals) : report_none(*problem, found.error(), globals);
}

}  // namespace tickproof::cli

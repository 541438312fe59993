// `tickproof recheck`: whether a certificate holds, whoever made it.
#include "smt/recheck/recheck.h"

#include <filesystem>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/certified_options.h"
#include "cli/command.h"
#include "cli/documents.h"
#include "cli/input.h"
#include "cli/optimum_report.h"
#include "cli/output.h"
#include "planner/formats/json/write.h"
#include "smt/certificate/certificate_json.h"
#include "smt/certificate/problem_json.h"
#include "smt/certificate/proof_file.h"

namespace tickproof::cli {

namespace {

using certificate::Certificate;
using certificate::CertificateFile;

template <class T>
using OrError = std::expected<T, std::string>;

// From the certificate's own folder; its name holds no slash. A file that is called `-` is no standard input.
OrError<std::string> read_proof(const std::string& path, const std::string& name) {
    if (path == "-") {
        return std::unexpected(
            fmt::format("<stdin>: the proof lies in {} beside the certificate; name the certificate's file", name));
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return read_file(((folder.empty() ? "." : folder) / name).string());
}

// A proof that is not the one the certificate was written with is no reason to call it unusable.
struct Loaded {
    Certificate certificate;
    std::string tampered;  // why it can hold no more; empty if nothing is known against it
};

OrError<Loaded> load(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    auto file = certificate::read_certificate(*text);
    if (!file) return std::unexpected(placed(path, file.error()));
    if (!file->proof_file) return Loaded{std::move(file->certificate), {}};
    auto proof = read_proof(path, *file->proof_file);
    if (!proof) return std::unexpected(proof.error());
    auto certificate = certificate::attach_proof(*file, *std::move(proof));
    if (!certificate) return Loaded{std::move(file->certificate), certificate.error()};
    return Loaded{*std::move(certificate), {}};
}

std::string claim_of(const Certificate& certificate) {
    if (certificate.lower == certificate.upper) return fmt::format("optimum {} ticks", certificate.upper);
    if (certificate.lower > certificate.upper) {
        return fmt::format("at least {} and at most {} ticks", certificate.lower, certificate.upper);
    }
    return fmt::format("between {} and {} ticks", certificate.lower, certificate.upper);
}

struct Words {
    std::string_view verdict;
    std::string why;
    ExitCode code;
};

Words words_of(const recheck::Verdict& verdict) {
    if (const auto* wrong = std::get_if<recheck::NotEstablished>(&verdict)) {
        return {"not_established", wrong->why, ExitCode::refuted};
    }
    if (const auto* open = std::get_if<recheck::Undecided>(&verdict)) {
        return {"undecided", open->why, ExitCode::undecided};
    }
    return {"established", {}, ExitCode::holds};
}

std::string first_line(const Words& words, const Certificate& certificate) {
    switch (words.code) {
        case ExitCode::holds:
            return fmt::format("established: {}\n", claim_of(certificate));
        case ExitCode::refuted:
            return fmt::format("not established: {}: {}\n", claim_of(certificate), shortened(words.why));
        default:
            return fmt::format("undecided: {}: {}; --steps and --memory-limit raise what it may take\n",
                               claim_of(certificate), shortened(words.why));
    }
}

// A claim is worth nothing to whoever takes it for one about another problem.
std::string as_text(const Words& words, const Certificate& certificate, bool quiet) {
    if (quiet) return words.code == ExitCode::holds ? "" : first_line(words, certificate);
    return fmt::format("{}  problem: {}\n", first_line(words, certificate), in_words(certificate.problem));
}

std::string as_json(const Words& words, const Certificate& certificate) {
    return fmt::format(
        R"({{"schema":"tickproof/recheck/1","verdict":"{}","lower":{},"upper":{},"why":{},"problem":{}}})"
        "\n",
        words.verdict, certificate.lower, certificate.upper, json::quoted(words.why),
        certificate::write_problem(certificate.problem));
}

}  // namespace

ExitCode run_recheck(Arguments arguments) {
    Options options(
        "recheck",
        "Computes everything that a certificate claims again, and follows its proof, by code that shares nothing with\n"
        "what makes certificates. Exit code 0 if it is established, 1 if not, 2 if it is no certificate or its proof "
        "is\n"
        "missing, 3 if a limit was reached.",
        "tickproof recheck optimum.json");
    std::string path;
    std::optional<std::uint64_t> steps;
    std::string memory;
    options.optional_positional("CERTIFICATE",
                                "a file that `tickproof optimum --certificate` wrote; - is standard input", path);
    options.count("--steps", "how much work it may be; some nanoseconds each (17179869184)", steps);
    options.text("--memory-limit", "for formula, proof or states: 500M, 4G (1G)", "BYTES", memory);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](const std::string& why) {
        print_error(why);
        return ExitCode::unusable;
    };
    recheck::Limits limits;
    limits.steps = steps.value_or(limits.steps);
    if (!memory.empty()) {
        const auto bytes = parse_bytes(memory);
        if (!bytes) return unusable(fmt::format("tickproof recheck: --memory-limit: {}", bytes.error()));
        limits.memory_bytes = *bytes;
    }
    if (path.empty()) return unusable("tickproof recheck: no certificate was given (see --help)");
    const auto loaded = load(path);
    if (!loaded) return unusable(loaded.error());
    const Words words = words_of(loaded->tampered.empty() ? recheck::recheck(loaded->certificate, limits)
                                                          : recheck::NotEstablished{loaded->tampered});
    print(globals.json ? as_json(words, loaded->certificate) : as_text(words, loaded->certificate, globals.quiet));
    return words.code;
}

}  // namespace tickproof::cli

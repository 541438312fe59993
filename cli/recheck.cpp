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

// In the certificate's own folder; its name holds no slash. A file that is called `-` is no standard input. A pipe
// could keep whoever reads it waiting, and a device has no end.
OrError<std::string> path_of_proof(const std::string& path, const std::string& name) {
    if (path == "-") {
        return std::unexpected(
            fmt::format("<stdin>: the proof lies in {} beside the certificate; name the certificate's file", name));
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::filesystem::path proof = (folder.empty() ? "." : folder) / name;
    std::error_code no_such_file;
    const std::filesystem::file_status status = std::filesystem::status(proof, no_such_file);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return std::unexpected(fmt::format("{}: cannot read: not a regular file", shown_name(proof.string())));
    }
    return proof.string();
}

// A proof that is too large to be read, or not the one that the certificate was written with, is no reason to call the
// certificate unusable.
struct Loaded {
    Certificate certificate;
    std::optional<recheck::Verdict> verdict;  // known without a recheck
};

OrError<Loaded> load(const std::string& path, std::uint64_t most_proof_bytes) {
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    auto file = certificate::read_certificate(*text);
    if (!file) return std::unexpected(placed(path, file.error()));
    if (!file->proof_file) return Loaded{std::move(file->certificate), {}};
    const auto proof_path = path_of_proof(path, *file->proof_file);
    if (!proof_path) return std::unexpected(proof_path.error());
    std::error_code unreadable;
    const auto bytes = std::filesystem::file_size(*proof_path, unreadable);
    if (!unreadable && bytes > most_proof_bytes) {
        recheck::Undecided too_large{fmt::format("the proof has {} bytes, the limit is {}", bytes, most_proof_bytes)};
        return Loaded{std::move(file->certificate), std::move(too_large)};
    }
    auto proof = read_file(*proof_path);
    if (!proof) return std::unexpected(proof.error());
    auto certificate = certificate::attach_proof(*file, *std::move(proof));
    if (!certificate) return Loaded{std::move(file->certificate), recheck::NotEstablished{certificate.error()}};
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
    recheck::Limits limits;
    options.count("--steps", fmt::format("how much work it may be; some nanoseconds each ({})", limits.steps), steps);
    options.text("--memory-limit",
                 fmt::format("for formula, proof or states: 500M, 4G ({}M)", limits.memory_bytes >> 20U), "BYTES",
                 memory);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](const std::string& why) {
        print_error(why);
        return ExitCode::unusable;
    };
    limits.steps = steps.value_or(limits.steps);
    if (!memory.empty()) {
        const auto bytes = parse_bytes(memory);
        if (!bytes) return unusable(fmt::format("tickproof recheck: --memory-limit: {}", bytes.error()));
        limits.memory_bytes = *bytes;
    }
    if (path.empty()) return unusable("tickproof recheck: no certificate was given (see --help)");
    const auto loaded = load(path, limits.memory_bytes);
    if (!loaded) return unusable(loaded.error());
    const Words words = words_of(loaded->verdict ? *loaded->verdict : recheck::recheck(loaded->certificate, limits));
    print(globals.json ? as_json(words, loaded->certificate) : as_text(words, loaded->certificate, globals.quiet));
    return words.code;
}

}  // namespace tickproof::cli

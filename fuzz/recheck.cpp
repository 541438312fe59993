// Certificates of small problems: recheck establishes them as they are, and never one that was tampered with so that
// what it claims is not true.
#include "smt/recheck/recheck.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "fuzz/decode/tamper.h"
#include "fuzz/differ.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/small_problem.h"
#include "fuzz/words.h"
#include "smt/certificate/certificate_json.h"
#include "smt/certify/certify.h"

using namespace tickproof;
using certificate::Certificate;
using certify::Engine;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

constexpr recheck::Limits few{.steps = 20'000'000, .memory_bytes = 1 << 26};

std::string verdict_words(const recheck::Verdict& verdict) {
    if (const auto* no = std::get_if<recheck::NotEstablished>(&verdict)) return "not established: " + no->why;
    if (const auto* open = std::get_if<recheck::Undecided>(&verdict)) return "undecided: " + open->why;
    return "established";
}

std::expected<certify::Certified, Unsound> certified(const Problem& problem, Engine engine) {
    certify::Options options;
    options.engine = engine;
    options.limits.rlimit = 500'000;
    return certify::certify(problem, options);
}

[[noreturn]] void differ_on(std::string_view what, const Certificate& certificate, const fuzz::Tampering& tampering,
                            const recheck::Verdict& verdict, std::string truth) {
    differ(Suspect::recheck, what,
           {{"problem", in_words(certificate.problem)},
            {"certificate", certificate::write_certificate(certificate, "proof")},
            {"tampering", tampering.words},
            {"recheck", verdict_words(verdict)},
            {"truth", std::move(truth)}});
}

// What is known of the problem by others, and what the slow simulation says of the schedule.
void expect_true(const Certificate& claimed, const fuzz::Tampering& tampering, const recheck::Verdict& verdict) {
    const auto known = certified(claimed.problem, Engine::search);
    if (!known) differ_on("a problem without an optimum", claimed, tampering, verdict, known.error().message);
    if (claimed.lower > known->certificate.upper || claimed.upper < known->certificate.lower) {
        differ_on("a claim that is not true", claimed, tampering, verdict,
                  fmt::format("{} .. {}", known->certificate.lower, known->certificate.upper));
    }
    const auto* schedule = std::get_if<Schedule>(&claimed.upper_evidence);
    if (schedule == nullptr) return;
    const bool valid = slow::fits(claimed.problem) && slow::simulate(claimed.problem, *schedule).valid();
    if (valid && slow::makespan(claimed.problem, *schedule) == claimed.upper) return;
    differ_on("a schedule that is not valid", claimed, tampering, verdict, "not valid, or of another length");
}

}  // namespace

// Each question to a solver forks this process, and the solver allocates under the sanitizer too: what it keeps of
// freed memory would be copied each time, and long stacks of allocations cost more than the solver.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:malloc_context_size=4";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const Engine engine = bytes.one_in(16) ? Engine::cadical : bytes.one_in(4) ? Engine::bound : Engine::search;
    const auto made = certified(fuzz::decode_small_problem(bytes), engine);
    if (!made) return 0;
    const Certificate& whole = made->certificate;
    if (const recheck::Verdict verdict = recheck::recheck(whole, few); !recheck::is_established(verdict)) {
        differ_on("a certificate as it was made", whole, {.words = "none"}, verdict, "established");
    }
    Certificate certificate = whole;
    const fuzz::Tampering tampering = fuzz::tamper(bytes, certificate);
    const recheck::Verdict verdict = recheck::recheck(certificate, few);
    if (!recheck::is_established(verdict)) return 0;
    if (tampering.is_lie) differ_on("a figure that was changed", certificate, tampering, verdict, "not established");
    expect_true(certificate, tampering, verdict);
    return 0;
}

// What continuous integration shows of a run: JUnit XML for test pages, SARIF for code scanning, annotations for
// GitHub.
//
// A command fills a plain list of cases; how each reader wants them is known here alone. No text carries a time or a
// machine's name, so the same run gives the same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"
#include "cli/judge.h"
#include "cli/options.h"

namespace tickproof::cli {

struct ReportedFinding {
    // Braces, so that an initializer may leave out what is not known.
    std::string rule{};       // a rule's or property's id; `unusable` and `undecided` where there is none
    std::string message{};    // one sentence
    std::string file{};       // empty: no place is known
    std::uint64_t line = 0;   // 0: the file as a whole
    std::string reproduce{};  // a command; may be empty
    std::string id{};         // the same from run to run, so that a finding can be followed; may be empty
};

struct ReportedCase {
    std::string name;
    std::string suite;
    Verdict verdict = Verdict::undecided;
    std::vector<ReportedFinding> findings;  // none if valid, else at least one
};

using ReportedCases = std::span<const ReportedCase>;

// What a reader gets who is shown one finding alone.
[[nodiscard]] std::string message_of(const ReportedCase& reported, const ReportedFinding& finding);

// One test suite for each suite, in the order of their first cases. Undecided and unusable are errors: a skipped test
// would look like a pass.
[[nodiscard]] std::string junit_xml(ReportedCases cases);

// SARIF 2.1.0: errors for what is refuted or unusable, warnings for what is undecided.
[[nodiscard]] std::string sarif_json(ReportedCases cases);

// GitHub shows ten annotations of a kind for a step; what is beyond goes to the step's summary, as HTML.
struct GitHubText {
    std::vector<std::string> annotations;  // one line each
    std::string summary;                   // empty if nothing is left over
};
[[nodiscard]] GitHubText github_text(ReportedCases cases);

// The options of a command that reports, and what they ask for. The environment says whether this is GitHub.
class CiReport {
public:
    explicit CiReport(Options& options);
    CiReport(const CiReport&) = delete;
    CiReport& operator=(const CiReport&) = delete;

    // Nobody reads what is added otherwise.
    [[nodiscard]] bool wanted() const;
    void add(ReportedCase reported);
    // To be called once. Holds, or unusable if a file could not be written, which is then said on stderr.
    [[nodiscard]] ExitCode finish() const;

private:
    std::string junit_;
    std::string sarif_;
    bool github_;
    std::vector<ReportedCase> cases_;
};

}  // namespace tickproof::cli

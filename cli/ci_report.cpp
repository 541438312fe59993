#include "cli/ci_report.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "cli/output.h"

namespace tickproof::cli {

namespace {

// To be added to: other steps of the job write there too.
void append_to_summary(const char* path, const std::string& text) {
    std::FILE* const file = std::fopen(path, "a");
    bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (file != nullptr) written = std::fclose(file) == 0 && written;
    if (!written) print_error(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

// On stderr, which GitHub reads as well: stdout belongs to the results.
void annotate(ReportedCases cases) {
    const GitHubText text = github_text(cases);
    for (const std::string& line : text.annotations) print_error(line);
    const char* const summary = std::getenv("GITHUB_STEP_SUMMARY");
    if (summary != nullptr && !text.summary.empty()) append_to_summary(summary, text.summary);
}

bool write_or_say(const std::string& path, const std::string& text) {
    if (path.empty()) return true;
    const auto written = write_file(path, [&](const Sink& sink) { sink(text); });
    if (!written) print_error(written.error());
    return written.has_value();
}

bool runs_on_github() {
    const char* const value = std::getenv("GITHUB_ACTIONS");
    return value != nullptr && std::string_view(value) == "true";
}

}  // namespace

std::string message_of(const ReportedCase& reported, const ReportedFinding& finding) {
    std::string text = fmt::format("{}: {}", reported.name, finding.message);
    if (!finding.reproduce.empty()) text += fmt::format("\nReproduce: {}", finding.reproduce);
    return text;
}

CiReport::CiReport(Options& options) : github_(runs_on_github()) {
    options.text("--junit", "also write the results as JUnit XML", "FILE", junit_);
    options.text("--sarif", "also write the findings as SARIF 2.1.0", "FILE", sarif_);
}

bool CiReport::wanted() const { return github_ || !junit_.empty() || !sarif_.empty(); }

void CiReport::add(ReportedCase reported) {
    if (wanted()) cases_.push_back(std::move(reported));
}

ExitCode CiReport::finish() const {
    if (github_) annotate(cases_);
    const bool junit_written = write_or_say(junit_, junit_.empty() ? "" : junit_xml(cases_));
    const bool sarif_written = write_or_say(sarif_, sarif_.empty() ? "" : sarif_json(cases_));
    return junit_written && sarif_written ? ExitCode::holds : ExitCode::unusable;
}

}  // namespace tickproof::cli

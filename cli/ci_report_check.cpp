#include "cli/ci_report_check.h"

#include <fmt/format.h>

#include "cli/input.h"

namespace tickproof::cli {

namespace {

ReportedFinding finding_in(const Judged& judged, std::string_view rule, std::string message) {
    return {.rule = std::string(rule),
            .message = std::move(message),
            .file = judged.file == "-" ? "" : judged.file,
            .line = judged.line};
}

// Of an object with `expect`, what contradicts it; its violations are listed too, as they may be the reason.
std::vector<ReportedFinding> contradictions(const Judged& judged) {
    std::vector<ReportedFinding> findings;
    for (const std::string& remark : judged.remarks) findings.push_back(finding_in(judged, "expect", remark));
    for (const check::Violation& violation : judged.report.violations()) {
        findings.push_back(finding_in(judged, check::text(violation.rule).id,
                                      fmt::format("{}: {}", violation.place, violation.witness)));
    }
    return findings;
}

}  // namespace

ReportedCase reported(const Judged& judged) {
    ReportedCase one{.name = fmt::format("{}:{}{}{}", shown_name(judged.file), judged.line,
                                         judged.id.empty() ? "" : ": ", judged.id),
                     .suite = "tickproof.check",
                     .verdict = judged.verdict,
                     .findings = {}};
    if (judged.verdict == Verdict::valid) return one;
    if (judged.verdict == Verdict::refuted) one.findings = contradictions(judged);
    if (one.findings.empty()) one.findings = {finding_in(judged, word(judged.verdict), judged.summary)};
    return one;
}

}  // namespace tickproof::cli

// Annotations and the step summary of GitHub Actions.
#include <array>

#include <fmt/format.h>

#include "cli/ci_report.h"
#include "cli/ci_report_text.h"

namespace tickproof::cli {

namespace {

constexpr std::size_t shown_of_a_kind = 10;
constexpr std::size_t most_summary_bytes = 512 * 1024;  // GitHub drops a summary of more than 1 MiB altogether

std::string annotation(const ReportedCase& reported, const ReportedFinding& finding) {
    std::string command = reported.verdict == Verdict::undecided ? "::warning " : "::error ";
    if (!finding.file.empty()) command += fmt::format("file={},", github_property(finding.file));
    if (!finding.file.empty() && finding.line > 0) command += fmt::format("line={},", finding.line);
    return fmt::format("{}title={}::{}", command, github_property(finding.rule),
                       github_message(message_of(reported, finding)));
}

std::string summary_line(const ReportedCase& reported, const ReportedFinding& finding) {
    std::string text = fmt::format("{}: {}: {}", reported.name, finding.rule, finding.message);
    if (!finding.reproduce.empty()) text += fmt::format("\n  reproduce: {}", finding.reproduce);
    return xml_escaped(text) + "\n";
}

// Lines of the summary, as many as GitHub takes.
class Summary {
public:
    void add(const std::string& line) {
        ++count_;
        if (lines_.size() + line.size() > most_summary_bytes) return;
        lines_ += line;
        ++written_;
    }
    [[nodiscard]] std::string text() const {
        if (count_ == 0) return "";
        const std::string left_out =
            written_ == count_ ? "" : fmt::format("and {} more, too many for a summary\n", count_ - written_);
        return fmt::format("<p>tickproof: {} findings beyond the annotations</p>\n<pre>\n{}{}</pre>\n", count_, lines_,
                           left_out);
    }

private:
    std::string lines_;
    std::size_t count_ = 0;
    std::size_t written_ = 0;
};

}  // namespace

GitHubText github_text(ReportedCases cases) {
    GitHubText text;
    Summary summary;
    std::array<std::size_t, 2> shown{};  // errors, warnings
    for (const ReportedCase& reported : cases) {
        for (const ReportedFinding& finding : reported.findings) {
            std::size_t& of_this_kind = shown[reported.verdict == Verdict::undecided ? 1 : 0];
            if (of_this_kind < shown_of_a_kind) {
                text.annotations.push_back(annotation(reported, finding));
                ++of_this_kind;
            } else {
                summary.add(summary_line(reported, finding));
            }
        }
    }
    text.summary = summary.text();
    return text;
}

}  // namespace tickproof::cli

// JUnit XML in the dialect that Jenkins, GitLab and GitHub's readers share (cli/test_data/junit.xsd): one suite level,
// one failure or error a test case, all of the case's findings in its text.
#include <algorithm>

#include <fmt/format.h>

#include "cli/ci_report.h"
#include "cli/ci_report_text.h"

namespace tickproof::cli {

namespace {

bool is_failure(const ReportedCase& reported) { return reported.verdict == Verdict::refuted; }
bool is_error(const ReportedCase& reported) { return reported.verdict != Verdict::valid && !is_failure(reported); }

std::string finding_text(const ReportedFinding& finding) {
    std::string text = fmt::format("{}: {}\n", finding.rule, finding.message);
    if (!finding.reproduce.empty()) text += fmt::format("reproduce: {}\n", finding.reproduce);
    return text;
}

std::string problem_of(const ReportedCase& reported) {
    const std::string_view element = is_failure(reported) ? "failure" : "error";
    const ReportedFinding& first = reported.findings.front();
    std::string text;
    for (const ReportedFinding& finding : reported.findings) text += finding_text(finding);
    return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", element, xml_escaped(first.rule),
                       xml_escaped(first.message), xml_escaped(text));
}

std::string case_xml(const ReportedCase& reported) {
    const std::string start = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(reported.suite),
                                          xml_escaped(reported.name));
    if (reported.verdict == Verdict::valid) return start + "/>\n";
    return fmt::format("{}>{}</testcase>\n", start, problem_of(reported));
}

std::string counts(ReportedCases cases) {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", cases.size(),
                       std::ranges::count_if(cases, is_failure), std::ranges::count_if(cases, is_error));
}

std::string suite_xml(const std::string& name, ReportedCases cases) {
    std::string xml = fmt::format("  <testsuite name=\"{}\" {} skipped=\"0\">\n", xml_escaped(name), counts(cases));
    for (const ReportedCase& reported : cases) xml += case_xml(reported);
    return xml + "  </testsuite>\n";
}

struct Suite {
    std::string name;
    std::vector<ReportedCase> cases;
};

std::vector<Suite> by_suite(ReportedCases cases) {
    std::vector<Suite> suites;
    for (const ReportedCase& reported : cases) {
        auto suite = std::ranges::find(suites, reported.suite, &Suite::name);
        if (suite == suites.end()) suite = suites.insert(suite, {reported.suite, {}});
        suite->cases.push_back(reported);
    }
    return suites;
}

}  // namespace

std::string junit_xml(ReportedCases cases) {
    std::string xml =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tickproof\" {}>\n", counts(cases));
    for (const Suite& suite : by_suite(cases)) xml += suite_xml(suite.name, suite.cases);
    return xml + "</testsuites>\n";
}

}  // namespace tickproof::cli

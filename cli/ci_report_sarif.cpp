// SARIF 2.1.0 as GitHub's code scanning reads it: a rule for each id that occurs, described where tickproof knows it.
#include <algorithm>

#include <fmt/format.h>

#include "cli/ci_report.h"
#include "cli/ci_report_text.h"
#include "cli/json_array.h"
#include "planner/formats/json/write.h"
#include "properties/check/rule.h"
#include "properties/gate/explanation.h"

namespace tickproof::cli {

namespace {

// What `tickproof explain` says of it too; else its id.
std::string_view description_of(std::string_view id) {
    if (const auto rule = check::rule_named(id)) return check::text(*rule).meaning;
    const auto explanation = gate::explanation_named(id);
    return explanation ? explanation->meaning : id;
}

std::string rule_json(const std::string& id) {
    return fmt::format(R"({{"id":{},"shortDescription":{{"text":{}}}}})", json::quoted(id),
                       json::quoted(description_of(id)));
}

std::vector<std::string> rules_of(ReportedCases cases) {
    std::vector<std::string> ids;
    for (const ReportedCase& reported : cases) {
        for (const ReportedFinding& finding : reported.findings) ids.push_back(finding.rule);
    }
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    return ids;
}

std::string location_json(const ReportedFinding& finding) {
    const std::string region = finding.line == 0 ? "" : fmt::format(R"(,"region":{{"startLine":{}}})", finding.line);
    return fmt::format(R"(,"locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":{}}}{}}}}}])",
                       json::quoted(uri_of(finding.file)), region);
}

std::string result_json(const ReportedCase& reported, const ReportedFinding& finding, std::size_t rule_index) {
    const std::string_view level = reported.verdict == Verdict::undecided ? "warning" : "error";
    std::string result = fmt::format(
        "\n"
        R"({{"ruleId":{},"ruleIndex":{},"level":"{}","message":{{"text":{}}})",
        json::quoted(finding.rule), rule_index, level, json::quoted(message_of(reported, finding)));
    if (!finding.file.empty()) result += location_json(finding);
    if (!finding.id.empty()) {
        result += fmt::format(R"(,"partialFingerprints":{{"tickproofFinding/v1":{}}})", json::quoted(finding.id));
    }
    return result + "}";
}

std::vector<std::string> results_of(ReportedCases cases, const std::vector<std::string>& rules) {
    std::vector<std::string> results;
    for (const ReportedCase& reported : cases) {
        for (const ReportedFinding& finding : reported.findings) {
            const auto rule = std::ranges::lower_bound(rules, finding.rule);
            results.push_back(result_json(reported, finding, static_cast<std::size_t>(rule - rules.begin())));
        }
    }
    return results;
}

}  // namespace

std::string sarif_json(ReportedCases cases) {
    const std::vector<std::string> rules = rules_of(cases);
    return fmt::format(R"({{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",)"
                       R"("runs":[{{"tool":{{"driver":{{"name":"tickproof","rules":{}}}}},"results":{}}}]}})"
                       "\n",
                       json_array(rules, rule_json),
                       json_array(results_of(cases, rules), [](const std::string& text) { return text; }));
}

}  // namespace tickproof::cli

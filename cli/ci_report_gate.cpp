#include "cli/ci_report_gate.h"

#include <algorithm>
#include <filesystem>

#include "cli/gate_report.h"
#include "properties/gate/shell_words.h"

namespace tickproof::cli {

namespace {

constexpr std::string_view suite = "tickproof.gate";

ReportedCase reported(const gate::Finding& finding, Verdict verdict, const std::string& file) {
    return {.name = finding.id,
            .suite = std::string(suite),
            .verdict = verdict,
            .findings = {{.rule = finding.property,
                          .message = finding.witness,
                          .file = file,
                          .line = file.empty() ? 0U : 1U,
                          .reproduce = finding.reproduce,
                          .id = finding.id}}};
}

bool is_property_of(const std::vector<gate::Finding>& findings, std::string_view property) {
    return std::ranges::find(findings, property, &gate::Finding::property) != findings.end();
}

// A property holds as far as the gate looked: not if it stopped early, and not if there was nothing to look at.
bool holds(const gate::Property& property, const gate::GateResult& result) {
    if (!result.stopped.empty() || result.planned == 0) return false;
    if (property.level == gate::Level::conform && result.level == gate::Level::valid) return false;
    return !is_property_of(result.findings, property.id) && !is_property_of(result.known, property.id);
}

// No finding says why, so that a case of its own has to.
ReportedCase undecided(const gate::GateResult& result, const std::string& file) {
    return {.name = "gate",
            .suite = std::string(suite),
            .verdict = Verdict::undecided,
            .findings = {
                {.rule = "undecided", .message = why_undecided(result), .file = file, .line = file.empty() ? 0U : 1U}}};
}

}  // namespace

std::vector<ReportedCase> reported(const gate::GateResult& result, const std::string& file) {
    std::vector<ReportedCase> cases;
    for (const gate::Finding& finding : result.findings) cases.push_back(reported(finding, Verdict::refuted, file));
    for (const gate::Finding& finding : result.undecided) cases.push_back(reported(finding, Verdict::undecided, file));
    if (cases.empty() && verdict_of(result) == gate::GateVerdict::undecided) cases.push_back(undecided(result, file));
    for (const gate::Property& property : gate::properties()) {
        if (!holds(property, result)) continue;
        cases.push_back({std::string(property.id), std::string(suite), Verdict::valid, {}});
    }
    return cases;
}

std::string file_of_planner(const std::string& command) {
    const auto words = gate::shell_words(command);
    if (!words) return {};
    for (const std::string& word : *words) {
        std::error_code unreadable;
        const std::filesystem::path path(word);
        if (path.is_relative() && std::filesystem::is_regular_file(path, unreadable)) {
            return path.lexically_normal().string();
        }
    }
    return {};
}

}  // namespace tickproof::cli

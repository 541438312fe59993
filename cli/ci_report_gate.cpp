#include "cli/ci_report_gate.h"

#include <algorithm>
#include <array>
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
                          .message = finding.note.empty() ? finding.witness : finding.witness + "; " + finding.note,
                          .file = file,
                          .line = file.empty() ? 0U : 1U,
                          .reproduce = finding.reproduce,
                          .id = finding.id}}};
}

// What is judged beside the table: of every planner that planned anything, and at level conform.
constexpr std::array of_any_level{gate::broken::deterministic};
constexpr std::array of_conform{gate::broken::must_refuse, gate::broken::refusal_message,
                                gate::broken::layer_independent};

bool is_property_of(const std::vector<gate::Finding>& findings, std::string_view property) {
    return std::ranges::find(findings, property, &gate::Finding::property) != findings.end();
}

std::vector<std::string_view> judged_at(gate::Level level) {
    std::vector<std::string_view> ids;
    for (const gate::Property& property : gate::properties()) {
        if (property.level <= level) ids.push_back(property.id);
    }
    ids.insert(ids.end(), of_any_level.begin(), of_any_level.end());
    if (level == gate::Level::conform) ids.insert(ids.end(), of_conform.begin(), of_conform.end());
    return ids;
}

// A property holds as far as the gate looked: not if it stopped early, and not if there was nothing to look at.
std::vector<std::string_view> held(const gate::GateResult& result) {
    if (!result.stopped.empty() || result.planned == 0) return {};
    std::vector<std::string_view> ids = judged_at(result.level);
    std::erase_if(ids, [&](std::string_view id) {
        const bool is_of_refusals = id == gate::broken::must_refuse || id == gate::broken::refusal_message;
        return is_property_of(result.findings, id) || is_property_of(result.known, id) ||
               (is_of_refusals && result.refused == 0);
    });
    return ids;
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
    for (const std::string_view id : held(result)) {
        cases.push_back({std::string(id), std::string(suite), Verdict::valid, {}});
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

#include "cli/gate_report.h"

#include <fmt/format.h>

#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/split.h"
#include "planner/formats/json/write.h"
#include "planner/formats/request_json.h"
#include "properties/check/words.h"

namespace tickproof::cli {

namespace {

using gate::Finding;
using gate::GateResult;
using gate::GateVerdict;

std::string_view word(GateVerdict verdict) {
    switch (verdict) {
        case GateVerdict::passed:
            return "passed";
        case GateVerdict::failed:
            return "failed";
        case GateVerdict::undecided:
            break;
    }
    return "undecided";
}

// The last lines alone: where a program fails it says so at the end.
std::string stderr_as_text(std::string_view tail) {
    constexpr std::size_t most_lines = 10;
    while (tail.ends_with('\n')) tail.remove_suffix(1);
    if (tail.empty()) return {};
    const std::vector<std::string_view> lines = split(tail, '\n');
    std::string text;
    for (std::size_t i = lines.size() - std::min(lines.size(), most_lines); i < lines.size(); ++i) {
        text += fmt::format("  stderr: {}\n", shortened(printable(lines[i])));
    }
    return text;
}

std::string finding_as_text(const Finding& finding, const GateResult& result) {
    constexpr std::size_t witness_bytes = 400;
    std::string text = fmt::format("{}\n  ", finding.id);
    if (const auto& config = finding.config) {
        text += fmt::format("{}, S={} V={} M={}, {}: ", name(config->schedule), config->stage_count,
                            config->virtual_stages_per_rank, config->microbatches,
                            check::counted(config->n_layer, "layer"));
    }
    text += fmt::format("{}\n", shortened(printable(finding.witness), witness_bytes));
    text += stderr_as_text(finding.stderr_tail);
    if (!finding.note.empty()) text += fmt::format("  {}\n", finding.note);
    text += fmt::format("  in {}, seed {}; reproduce:\n  {}\n", check::counted(finding.cases, "case"), result.seed,
                        printable(finding.reproduce));
    return text;
}

std::string findings_as_text(const GateResult& result) {
    std::string text;
    for (const Finding& finding : result.findings) text += finding_as_text(finding, result);
    for (const Finding& finding : result.undecided) text += "undecided: " + finding_as_text(finding, result);
    for (const Finding& finding : result.known) {
        text += fmt::format("known: {}, in {}\n", finding.id, check::counted(finding.cases, "case"));
    }
    for (const std::string& id : result.gone) text += fmt::format("gone: {}\n", printable(id));
    return text;
}

std::string verdict_as_text(const GateResult& result) {
    const GateVerdict verdict = verdict_of(result);
    std::string text = fmt::format("gate: {}", word(verdict));
    if (verdict == GateVerdict::undecided) text += fmt::format(": {}", why_undecided(result));
    if (verdict == GateVerdict::failed) {
        text += fmt::format(", {}", check::counted(result.findings.size(), "finding"));
        if (result.failed > 0) text += fmt::format(" in {}", check::counted(result.failed, "case"));
        if (!result.stopped.empty()) text += fmt::format("; stopped: {}", result.stopped);
    }
    return text + "\n";
}

std::string finding_as_json(const Finding& finding) {
    return fmt::format(
        R"({{"property":{},"witness":{},"reproduce":{},"id":{},"request":{},"stderr":{},"cases":{},"note":{}}})",
        json::quoted(finding.property), json::quoted(finding.witness), json::quoted(finding.reproduce),
        json::quoted(finding.id), finding.config ? formats::write_request(*finding.config) : "null",
        json::quoted(finding.stderr_tail), finding.cases, json::quoted(finding.note));
}

}  // namespace

std::string why_undecided(const GateResult& result) {
    if (!result.stopped.empty())
        return fmt::format("{} after {}", result.stopped, check::counted(result.cases, "case"));
    if (!result.undecided.empty()) return "it refuses what the reference plans";
    return "no configuration was planned";
}

std::string gate_as_text(const GateResult& result, const gate::Candidate& candidate) {
    std::string text = findings_as_text(result);
    if (candidate.golden) {
        text += fmt::format("golden data: {} plans, {} digests and {} refusals of the production planner\n",
                            result.golden.plans, result.golden.digests, result.golden.errors);
    }
    text += fmt::format("{}: {} planned, {} refused as the reference refuses {}\n", candidate.name,
                        check::counted(result.planned, "configuration"), result.refused,
                        result.refused == 1 ? "it" : "them");
    return text + verdict_as_text(result);
}

std::string gate_as_json(const GateResult& result) {
    return fmt::format(
        R"({{"schema":"tickproof/gate/1","verdict":"{}","planned":{},"refused":{},)"
        R"("golden":{{"plans":{},"digests":{},"errors":{}}},"findings":{},"finding_count":{},)"
        R"("level":"{}","seed":{},"cases":{},"failed":{},"known":{},"undecided":{},"gone":{},"stopped":{}}})"
        "\n",
        word(verdict_of(result)), result.planned, result.refused, result.golden.plans, result.golden.digests,
        result.golden.errors, json_array(result.findings, finding_as_json), result.findings.size(), name(result.level),
        result.seed, result.cases, result.failed, json_array(result.known, finding_as_json),
        json_array(result.undecided, finding_as_json), json_array(result.gone, json::quoted),
        result.stopped.empty() ? "null" : json::quoted(result.stopped));
}

}  // namespace tickproof::cli

#include "cli/compare_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/input.h"
#include "cli/json_array.h"
#include "cli/optimum_report.h"
#include "cli/output.h"
#include "cli/table.h"
#include "planner/formats/json/write.h"
#include "smt/certificate/problem_json.h"

namespace tickproof::cli {

namespace {

using compare::Standing;

Standing standing_of(const ComparedRow& row) {
    if (row.with) return compare::standing_of(row.with->problem, row.with->optimum, row.row);
    return std::holds_alternative<compare::Refused>(row.row.outcome) ? Standing::refused : Standing::invalid;
}

const compare::Figures& figures_in(const ComparedRow& row) { return std::get<compare::Figures>(row.row.outcome); }

std::string message_in(const ComparedRow& row) {
    if (const auto* refused = std::get_if<compare::Refused>(&row.row.outcome)) return refused->message;
    return std::get<compare::Invalid>(row.row.outcome).message;
}

bool has_gap(Standing standing) { return standing == Standing::proven || standing == Standing::undecided; }

std::string range(const compare::Optimum& optimum) {
    if (optimum.lower_ticks == optimum.upper_ticks) return fmt::format("{}", optimum.lower_ticks);
    return fmt::format("{}..{}", optimum.lower_ticks, optimum.upper_ticks);
}

std::string gap_text(const ComparedRow& row, Standing standing) {
    if (!has_gap(standing)) return "-";
    const compare::Ratio gap = compare::gap_of(figures_in(row), row.with->optimum);
    return fmt::format("{}{}", standing == Standing::undecided ? "at most " : "",
                       share(fmt::format("{}", gap.part), gap));
}

std::string peaks_text(const std::vector<std::uint64_t>& peaks) {
    constexpr std::size_t most_shown = 16;
    if (peaks.size() > most_shown) return fmt::format("{} at most", std::ranges::max(peaks));
    return fmt::format("{}", fmt::join(peaks, " "));
}

std::string evidence_text(const ComparedRow& row, Standing standing) {
    const compare::Optimum& optimum = row.with->optimum;
    std::string text = optimum.is_proven() ? optimum.evidence : fmt::format("undecided: {}", optimum.undecided);
    if (standing == Standing::over_cap) {
        const std::string over_cap = fmt::format("over the cap of {}", *row.with->problem.max_in_flight);
        text = optimum.is_proven() ? over_cap : fmt::format("{}; {}", over_cap, text);
    }
    if (row.verdict == Verdict::refuted && standing != Standing::over_cap) text += fmt::format("; {}", row.remark);
    return text;
}

std::vector<std::string> cells(const ComparedRow& row) {
    const Standing standing = standing_of(row);
    const std::string name = printable(row.row.schedule);
    if (!row.with) return {name, fmt::format("{}: {}", compare::word(standing), shortened(message_in(row), 2000))};
    const compare::Figures& figures = figures_in(row);
    const compare::Ratio& bubble = figures.bubble;
    return {name,
            fmt::format("{}", figures.ticks),
            range(row.with->optimum),
            gap_text(row, standing),
            share(fmt::format("{}/{}", bubble.part, bubble.whole), bubble),
            peaks_text(figures.peaks),
            evidence_text(row, standing)};
}

std::string gap_json(const ComparedRow& row, Standing standing) {
    if (!has_gap(standing)) return "null";
    const compare::Ratio gap = compare::gap_of(figures_in(row), row.with->optimum);
    return fmt::format(R"({{"ticks":{},"of":{},"percent":{}}})", gap.part, gap.whole, compare::in_percent(gap));
}

std::string figures_json(const ComparedRow& row, Standing standing) {
    const compare::Figures& figures = figures_in(row);
    const compare::Optimum& optimum = row.with->optimum;
    return fmt::format(
        R"("problem":{},"ticks":{},"lower":{},"upper":{},"evidence":{},"gap":{},"bubble":{{"idle":{},"slots":{},"percent":{}}},"peak_in_flight":[{}])",
        certificate::write_problem(row.with->problem), figures.ticks, optimum.lower_ticks, optimum.upper_ticks,
        json::quoted(optimum.evidence), gap_json(row, standing), figures.bubble.part, figures.bubble.whole,
        compare::in_percent(figures.bubble), fmt::join(figures.peaks, ","));
}

std::string optimum_json(const Compared& with) {
    const compare::Optimum& optimum = with.optimum;
    return fmt::format(R"({{"problem":{},"lower":{},"upper":{},"proven":{},"evidence":{},"undecided":{}}})",
                       certificate::write_problem(with.problem), optimum.lower_ticks, optimum.upper_ticks,
                       optimum.is_proven(), json::quoted(optimum.evidence), json::quoted(optimum.undecided));
}

std::string row_json(const ComparedRow& row) {
    const Standing standing = standing_of(row);
    std::string text =
        fmt::format(R"({{"schedule":{},"standing":"{}","verdict":"{}","remark":{})", json::quoted(row.row.schedule),
                    compare::word(standing), word(row.verdict), json::quoted(row.remark));
    if (!row.file.empty()) {
        text += fmt::format(R"(,"file":{},"line":{},"id":{})", json::quoted(row.file), row.line, json::quoted(row.id));
    }
    text +=
        row.with ? "," + figures_json(row, standing) : fmt::format(R"(,"message":{})", json::quoted(message_in(row)));
    return text + "}";
}

}  // namespace

void judge_gap(ComparedRow& row, const std::optional<MaxGap>& max_gap) {
    const Standing standing = standing_of(row);
    // An open optimum is no answer, whatever is known of the schedule.
    row.verdict = row.with->optimum.is_proven() ? Verdict::valid : Verdict::undecided;
    row.remark = row.with->optimum.undecided;
    if (!max_gap) return;
    if (standing == Standing::over_cap) {
        row.verdict = Verdict::refuted;
        row.remark = fmt::format("it breaks the cap of {}", *row.with->problem.max_in_flight);
    } else if (compare::exceeds(compare::least_gap_of(figures_in(row), row.with->optimum), max_gap->percent)) {
        row.verdict = Verdict::refuted;
        row.remark = fmt::format("more than {} %", max_gap->text);
    }
}

std::string share(std::string_view what, const compare::Ratio& ratio) {
    return fmt::format("{} ({} %)", what, compare::in_percent(ratio));
}

std::string compare_as_text(const std::vector<ComparedRow>& rows, bool with_heading) {
    std::vector<std::vector<std::string>> table;
    if (with_heading) table.push_back({"schedule", "ticks", "optimum", "gap", "bubble", "peak in-flight", "evidence"});
    const std::size_t lines_before = table.size();
    for (const ComparedRow& row : rows) {
        if (row.verdict != Verdict::unusable) table.push_back(cells(row));
    }
    if (table.size() == lines_before) return "";
    return aligned(table,
                   {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left, Align::left});
}

std::string heading(const Compared& with) {
    const compare::Optimum& optimum = with.optimum;
    return fmt::format("{}: {}\n", in_words(with.problem),
                       optimum.is_proven()
                           ? fmt::format("optimum {} ticks (proven: {})", optimum.lower_ticks, optimum.evidence)
                           : fmt::format("between {} and {} ticks (undecided: {})", optimum.lower_ticks,
                                         optimum.upper_ticks, optimum.undecided));
}

std::string headings(const std::vector<ComparedRow>& rows) {
    std::string text;
    for (const ComparedRow& row : rows) {
        if (row.with) text += fmt::format("{}: {}", printable(row.row.schedule), heading(*row.with));
    }
    return text;
}

std::string compare_as_json(const std::vector<ComparedRow>& rows, const std::optional<Compared>& with) {
    return fmt::format("{{\"schema\":\"tickproof/compare/1\",{}\"rows\":{}}}\n",
                       with ? fmt::format("\"optimum\":{},", optimum_json(*with)) : "", json_array(rows, row_json));
}

std::string no_comparison_as_json(const Unsound& why) {
    return fmt::format("{{\"schema\":\"tickproof/compare/1\",\"rows\":[],\"{}\":{}}}\n",
                       why.kind == Unsound::Kind::infeasible ? "infeasible" : "undecided", json::quoted(why.message));
}

ReportedCase reported(const ComparedRow& row) {
    ReportedCase one{.name = row.row.schedule, .suite = "tickproof.compare", .verdict = row.verdict, .findings = {}};
    if (row.verdict == Verdict::valid) return one;
    const std::string_view broken = row.with ? "gap" : "invalid";
    one.findings.push_back({.rule = std::string(row.verdict == Verdict::refuted ? broken : word(row.verdict)),
                            .message = row.remark,
                            .file = row.file == "-" ? "" : row.file,
                            .line = row.line});
    return one;
}

ExitCode exit_code(const std::vector<ComparedRow>& rows) {
    std::vector<ExitCode> codes;
    for (const ComparedRow& row : rows) codes.push_back(exit_code(row.verdict));
    const bool is_compared = std::ranges::any_of(rows, [](const ComparedRow& row) { return row.with.has_value(); });
    if (!is_compared) codes.push_back(ExitCode::undecided);
    return combined(codes);
}

}  // namespace tickproof::cli

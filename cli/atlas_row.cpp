#include "cli/atlas_row.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/csv.h"
#include "cli/json_array.h"
#include "cli/split.h"
#include "planner/formats/json/write.h"

namespace tickproof::cli {

namespace {

using compare::Standing;
using Fields = std::vector<std::string>;

enum Column : std::uint8_t {
    stages,
    chunks,
    microbatches,
    schedule,
    standing,
    ticks,
    lower,
    upper,
    gap_ticks,
    gap_percent,
    bubble_idle,
    bubble_slots,
    bubble_percent,
    peak_in_flight,
    evidence,
    message,
};

template <class Number>
std::string decimal(Number number) {
    return fmt::format("{}", number);
}

Fields shape_fields(const Problem& problem, std::string_view name) {
    Fields fields(atlas_columns.size());
    fields[stages] = decimal(problem.ranks);
    fields[chunks] = decimal(problem.chunks);
    fields[microbatches] = decimal(problem.microbatches);
    fields[schedule] = name;
    return fields;
}

void fill_optimum(Fields& fields, const compare::Optimum& optimum) {
    fields[lower] = decimal(optimum.lower_ticks);
    fields[upper] = decimal(optimum.upper_ticks);
    fields[evidence] = optimum.evidence;
}

void fill_figures(Fields& fields, const compare::Figures& figures) {
    fields[ticks] = decimal(figures.ticks);
    fields[bubble_idle] = decimal(figures.bubble.part);
    fields[bubble_slots] = decimal(figures.bubble.whole);
    fields[bubble_percent] = compare::in_percent(figures.bubble);
    fields[peak_in_flight] = fmt::format("{}", fmt::join(figures.peaks, " "));
}

void fill_gap(Fields& fields, const compare::Ratio& gap) {
    fields[gap_ticks] = decimal(gap.part);
    fields[gap_percent] = compare::in_percent(gap);
}

// What a message begins with where the standing does not say that the optimum is open.
constexpr std::string_view optimum_undecided = "optimum undecided: ";

std::string message_of(const compare::Row& row, const compare::Optimum& optimum, Standing where) {
    if (where == Standing::undecided) return optimum.undecided;
    std::string text = optimum.is_proven() ? "" : fmt::format("{}{}", optimum_undecided, optimum.undecided);
    if (where != Standing::refused) return text;
    return fmt::format("{}{}{}", text, text.empty() ? "" : "; ", std::get<compare::Refused>(row.outcome).message);
}

bool is_digits(std::string_view text, std::string_view also = "") {
    return std::ranges::all_of(text, [&](char c) { return (c >= '0' && c <= '9') || also.find(c) != also.npos; });
}

bool fits(const AtlasColumn& column, std::string_view field) {
    switch (column.kind) {
        case AtlasColumn::Kind::number:
            return is_digits(field, ".") && !field.starts_with('.') && !field.ends_with('.');
        case AtlasColumn::Kind::numbers:
            return is_digits(field, " ") && !field.starts_with(' ') && !field.ends_with(' ');
        case AtlasColumn::Kind::word:
        case AtlasColumn::Kind::text:
            break;
    }
    return true;
}

std::string field_json(const AtlasColumn& column, const std::string& field) {
    std::string value = field;
    if (column.kind == AtlasColumn::Kind::numbers) {
        std::ranges::replace(value, ' ', ',');
        value = fmt::format("[{}]", value);
    }
    const bool is_text = column.kind == AtlasColumn::Kind::word || column.kind == AtlasColumn::Kind::text;
    if (is_text) value = json::quoted(field);
    if (field.empty() && column.kind != AtlasColumn::Kind::text) value = "null";
    return fmt::format("\"{}\":{}", column.name, value);
}

std::optional<Standing> standing_named(std::string_view name) {
    for (const Standing one : {Standing::proven, Standing::undecided, Standing::over_cap, Standing::refused}) {
        if (name == compare::word(one)) return one;
    }
    return std::nullopt;
}

}  // namespace

std::vector<AtlasRow> AtlasRow::of_cell(const Problem& problem, const std::vector<ScheduleKind>& schedules,
                                        const std::expected<Comparison, Unsound>& comparison) {
    std::vector<AtlasRow> rows;
    for (std::size_t i = 0; i < schedules.size(); ++i) {
        Fields fields = shape_fields(problem, name(schedules[i]));
        Standing where = Standing::refused;
        if (comparison) {
            const compare::Row& row = comparison->rows[i];
            where = compare::standing_of(problem, comparison->optimum, row);
            fill_optimum(fields, comparison->optimum);
            const auto* const figures = std::get_if<compare::Figures>(&row.outcome);
            if (figures != nullptr) fill_figures(fields, *figures);
            if (where == Standing::proven || where == Standing::undecided) {
                fill_gap(fields, compare::gap_of(*figures, comparison->optimum));
            }
            fields[message] = message_of(row, comparison->optimum, where);
        } else {
            const Unsound& why = comparison.error();
            if (why.kind == Unsound::Kind::too_large) where = Standing::undecided;
            fields[message] = why.message;
        }
        fields[Column::standing] = compare::word(where);
        rows.push_back(AtlasRow(std::move(fields), where));
    }
    return rows;
}

std::expected<AtlasRow, std::string> AtlasRow::read(std::string_view line) {
    auto fields = csv_fields(line);
    if (!fields || fields->size() != atlas_columns.size()) return std::unexpected("not a row of an atlas");
    for (std::size_t i = 0; i < atlas_columns.size(); ++i) {
        if (fits(atlas_columns[i], (*fields)[i])) continue;
        return std::unexpected(fmt::format("{}: '{}' is not a number", atlas_columns[i].name, (*fields)[i]));
    }
    const auto where = standing_named((*fields)[Column::standing]);
    if (!where) return std::unexpected("not a row of an atlas");
    return AtlasRow(*std::move(fields), *where);
}

std::string AtlasRow::csv() const { return csv_line(fields_); }

std::string AtlasRow::json() const {
    std::string text = "{";
    for (std::size_t i = 0; i < atlas_columns.size(); ++i) {
        if (i > 0) text += ',';
        text += field_json(atlas_columns[i], fields_[i]);
    }
    return text + "}";
}

ReportedCase AtlasRow::reported() const {
    ReportedCase one{.name = fmt::format("S={} V={} M={} {}", fields_[stages], fields_[chunks], fields_[microbatches],
                                         fields_[schedule]),
                     .suite = "tickproof.atlas",
                     .verdict = is_open() ? Verdict::undecided : Verdict::valid,
                     .findings = {}};
    if (one.verdict == Verdict::undecided) one.findings.push_back({.rule = "undecided", .message = fields_[message]});
    return one;
}

bool AtlasRow::is_open() const {
    return standing_ == Standing::undecided || fields_[message].starts_with(optimum_undecided);
}

bool AtlasRow::is_of(const Problem& problem, ScheduleKind kind) const {
    const Fields expected = shape_fields(problem, name(kind));
    return std::ranges::equal(fields_.begin(), fields_.begin() + Column::standing, expected.begin(),
                              expected.begin() + Column::standing);
}

std::string atlas_header() {
    Fields names;
    for (const AtlasColumn& column : atlas_columns) names.emplace_back(column.name);
    return csv_line(names);
}

}  // namespace tickproof::cli

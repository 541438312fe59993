// A row of an atlas: a schedule of one shape beside its optimum. It is what its CSV line says, no more, so that rows of
// an earlier run are as good as those of this one.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "cli/ci_report.h"
#include "cli/comparison.h"
#include "planner/model/problem.h"
#include "smt/compare/compare.h"

namespace tickproof::cli {

// Empty: there is no such thing, as the ticks of a schedule that refuses the shape.
struct AtlasColumn {
    std::string_view name;
    enum class Kind : std::uint8_t { word, number, numbers, text } kind;  // numbers: separated by blanks
};
inline constexpr std::array<AtlasColumn, 16> atlas_columns{{
    {"stages", AtlasColumn::Kind::number},
    {"virtual", AtlasColumn::Kind::number},
    {"microbatches", AtlasColumn::Kind::number},
    {"schedule", AtlasColumn::Kind::word},
    {"standing", AtlasColumn::Kind::word},
    {"ticks", AtlasColumn::Kind::number},
    {"lower", AtlasColumn::Kind::number},
    {"upper", AtlasColumn::Kind::number},
    {"gap_ticks", AtlasColumn::Kind::number},
    {"gap_percent", AtlasColumn::Kind::number},
    {"bubble_idle", AtlasColumn::Kind::number},
    {"bubble_slots", AtlasColumn::Kind::number},
    {"bubble_percent", AtlasColumn::Kind::number},
    {"peak_in_flight", AtlasColumn::Kind::numbers},
    {"evidence", AtlasColumn::Kind::word},
    {"message", AtlasColumn::Kind::text},
}};

class AtlasRow {
public:
    // All rows of a cell, one a schedule. Where there is no optimum, each says why.
    [[nodiscard]] static std::vector<AtlasRow> of_cell(const Problem& problem,
                                                       const std::vector<ScheduleKind>& schedules,
                                                       const std::expected<Comparison, Unsound>& comparison);
    // A line without its newline. The error says what is wrong with it.
    [[nodiscard]] static std::expected<AtlasRow, std::string> read(std::string_view line);

    [[nodiscard]] std::string csv() const;  // with a newline
    [[nodiscard]] std::string json() const;
    [[nodiscard]] ReportedCase reported() const;
    [[nodiscard]] compare::Standing standing() const { return standing_; }
    // Whether the optimum is, whatever became of the schedule.
    [[nodiscard]] bool is_open() const;
    // Whether this is the row of that schedule and problem.
    [[nodiscard]] bool is_of(const Problem& problem, ScheduleKind schedule) const;

private:
    explicit AtlasRow(std::vector<std::string> fields, compare::Standing standing)
        : fields_(std::move(fields)), standing_(standing) {}

    std::vector<std::string> fields_;  // one a column
    compare::Standing standing_;
};

// With a newline.
[[nodiscard]] std::string atlas_header();

}  // namespace tickproof::cli

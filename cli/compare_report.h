// What `tickproof compare` finds, row by row, and how it is shown: as a table, as JSON (docs/schemas/compare-1.json),
// and to continuous integration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/ci_report.h"
#include "cli/exit_code.h"
#include "cli/judge.h"
#include "planner/model/problem.h"
#include "smt/bounds/op_class.h"
#include "smt/compare/compare.h"

namespace tickproof::cli {

// A schedule and the optimum that it was compared with.
struct Compared {
    Problem problem;
    compare::Optimum optimum;
};

struct ComparedRow {
    std::string file{};  // empty: a known schedule
    std::uint64_t line = 0;
    std::string id{};
    compare::Row row;
    std::optional<Compared> with{};  // nothing for a schedule that there is not, or that is not valid
    Verdict verdict = Verdict::undecided;
    std::string remark{};  // why it is refuted or undecided
};

struct MaxGap {
    compare::Percent percent;
    std::string text;  // as it was typed
};

// The verdict on a row that has been compared, as far as the optimum is known: valid if nothing is asked of the gap.
void judge_gap(ComparedRow& row, const std::optional<MaxGap>& max_gap);

// "3 (7.50 %)"
[[nodiscard]] std::string share(std::string_view what, const compare::Ratio& ratio);

// Without what is unusable: that is said elsewhere.
[[nodiscard]] std::string compare_as_text(const std::vector<ComparedRow>& rows, bool with_heading);
// "S=4 V=1 M=8, …: optimum 22 ticks (proven: bound)" with a newline, for rows that all have it.
[[nodiscard]] std::string heading(const Compared& with);
// The same for rows that have a problem each, behind their names.
[[nodiscard]] std::string headings(const std::vector<ComparedRow>& rows);
// `with`: what all rows have been compared with, if it is the same.
[[nodiscard]] std::string compare_as_json(const std::vector<ComparedRow>& rows, const std::optional<Compared>& with);
// Where there is nothing to compare with.
[[nodiscard]] std::string no_comparison_as_json(const Unsound& why);
[[nodiscard]] ReportedCase reported(const ComparedRow& row);

// Of all rows; undecided if not one schedule could be compared.
[[nodiscard]] ExitCode exit_code(const std::vector<ComparedRow>& rows);

}  // namespace tickproof::cli

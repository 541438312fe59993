// `tickproof compare`: schedules beside the proven optimum of their problem, the known ones or those of files.
#include <array>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/certified.h"
#include "cli/certified_options.h"
#include "cli/command.h"
#include "cli/compare_files.h"
#include "cli/compare_report.h"
#include "cli/comparison.h"
#include "cli/input.h"
#include "cli/interruptible.h"
#include "cli/optimum_report.h"
#include "cli/output.h"
#include "cli/progress.h"

namespace tickproof::cli {

namespace {

template <class T>
using OrError = std::expected<T, std::string>;

ExitCode unusable(std::string_view why) {
    print_error(fmt::format("tickproof compare: {}", why));
    return ExitCode::unusable;
}

OrError<std::optional<MaxGap>> max_gap_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto percent = compare::parse_percent(text);
    if (!percent) return std::unexpected(fmt::format("--max-gap: {}", percent.error()));
    return MaxGap{*percent, text};
}

// What a command line says besides where the schedules come from.
struct Settings {
    std::optional<MaxGap> max_gap;
    certify::Options certify;
    GlobalOptions globals;
};

// With progress on stderr, and Ctrl-C as an answer to was_interrupted().
class Watch {
public:
    [[nodiscard]] certify::Options over(certify::Options options) {
        options.limits.interrupted = [this] {
            progress_.show("looking for the optimum");
            return was_interrupted();
        };
        return options;
    }

private:
    Interruptible until_here_;
    Progress progress_{"compare"};
};

// `with`: what all rows have been compared with, if it is the same.
ExitCode finish(const std::vector<ComparedRow>& rows, const std::optional<Compared>& with, const GlobalOptions& globals,
                CiReport& ci) {
    for (const ComparedRow& row : rows) {
        if (ci.wanted()) ci.add(reported(row));
        if (row.verdict == Verdict::unusable) print_error(row.remark);
    }
    if (globals.json) {
        print(compare_as_json(rows, with));
    } else {
        if (!globals.quiet) print(with ? heading(*with) : headings(rows));
        print(compare_as_text(rows, !globals.quiet));
    }
    return combined(std::array{exit_code(rows), ci.finish()});
}

std::expected<Comparison, Unsound> compare_watched(const Problem& problem, const std::vector<ScheduleKind>& schedules,
                                                   const certify::Options& options) {
    Watch watch;
    return compare_known(problem, schedules, watch.over(options));
}

ExitCode compare_shape(const Problem& problem, const std::vector<ScheduleKind>& schedules, const Settings& settings,
                       CiReport& ci) {
    auto comparison = compare_watched(problem, schedules, settings.certify);
    if (!comparison) {
        const Unsound& why = comparison.error();
        if (why.kind == Unsound::Kind::malformed) return unusable(why.message);
        const Verdict verdict = why.kind == Unsound::Kind::infeasible ? Verdict::refuted : Verdict::undecided;
        print(settings.globals.json ? no_comparison_as_json(why) : no_optimum_as_text(why));
        ci.add(reported({.row = {in_words(problem), {}}, .verdict = verdict, .remark = why.message}));
        return combined(std::array{exit_code(verdict), ci.finish()});
    }
    const Compared with{problem, std::move(comparison->optimum)};
    std::vector<ComparedRow> rows;
    for (compare::Row& one : comparison->rows) {
        ComparedRow row{.row = std::move(one), .verdict = Verdict::valid};
        if (std::holds_alternative<compare::Figures>(row.row.outcome)) {
            row.with = with;
            judge_gap(row, settings.max_gap);
        }
        rows.push_back(std::move(row));
    }
    return finish(rows, with, settings.globals, ci);
}

ComparedRow not_compared(const std::string& file, Verdict verdict, std::string why) {
    return {.file = file,
            .line = 1,
            .row = {shown_name(file), compare::Refused{why}},
            .verdict = verdict,
            .remark = std::move(why)};
}

// What memory does not suffice for is undecided; the other files are compared all the same.
void compare_file(const std::string& file, FileComparer& comparer, std::vector<ComparedRow>& rows) {
    try {
        const auto text = read_file(file);
        if (!text) {
            rows.push_back(not_compared(file, Verdict::unusable, text.error()));
            return;
        }
        for_each_object(file, *text, {},
                        [&](InputObject object) { rows.push_back(comparer.compare(file, std::move(object))); });
    } catch (const std::bad_alloc&) {
        rows.push_back(
            not_compared(file, Verdict::undecided, "out of memory; free some, or raise the limit (ulimit -v)"));
    }
}

ExitCode compare_files(const std::vector<std::string>& files, ProblemSettings problem, const Settings& settings,
                       CiReport& ci) {
    std::vector<ComparedRow> rows;
    {
        Watch watch;
        const RunningLimits limits(watch.over(settings.certify));
        FileComparer comparer(std::move(problem), settings.max_gap, limits);
        for (const std::string& file : files) compare_file(file, comparer, rows);
    }
    return finish(rows, std::nullopt, settings.globals, ci);
}

}  // namespace

ExitCode run_compare(Arguments arguments) {
    Options options(
        "compare",
        "Puts schedules beside the proven optimum of their problem: the known ones for a shape, or plans and orders\n"
        "from files, each beside the optimum of its own problem: full backwards beside full ones, whatever the halves\n"
        "cost. Under other costs or another placement a known schedule keeps the order of its plan. A gap to an\n"
        "optimum that is not proven is what it is at most, and exit code 3.",
        "tickproof compare --stages 8 --virtual 4 --microbatches 9 --max-gap 25");
    std::vector<std::string> files;
    std::string schedules;
    std::string max_gap;
    options.optional_positionals("FILE", "files with plans or orders, instead of a shape; - is standard input", files);
    const ShapeOptions shape(options, ShapeOptions::Of::problem);
    options.text("--schedule", fmt::format("some of {} (all)", known_schedules()), "NAME[,NAME...]", schedules);
    const ProblemOptions problem_options(options, ProblemOptions::Of::optimum);
    const CertifyOptions certify_options(options);
    options.text("--max-gap", "exit code 1 for a gap above so many percent of the optimum, such as 12.5", "PERCENT",
                 max_gap);
    CiReport ci(options);
    Settings settings;
    if (const auto exit = options.parse(arguments, settings.globals)) return *exit;

    const auto asked_gap = max_gap_of(max_gap);
    if (!asked_gap) return unusable(asked_gap.error());
    settings.max_gap = *asked_gap;
    const auto certify = certify_options.options();
    if (!certify) return unusable(certify.error());
    settings.certify = *certify;
    if (!files.empty()) {
        if (shape.given() || !schedules.empty())
            return unusable("a file holds its own shape; leave out the options for one");
        const auto problem = problem_options.settings();
        return problem ? compare_files(files, *problem, settings, ci) : unusable(problem.error());
    }
    const auto chosen = schedules.empty() ? all_schedules() : schedules_named(schedules);
    if (!chosen) return unusable(chosen.error());
    const auto problem = asked_problem(shape, problem_options);
    return problem ? compare_shape(*problem, *chosen, settings, ci) : unusable(problem.error());
}

}  // namespace tickproof::cli

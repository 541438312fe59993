// `tickproof show`: plans and orders as text timelines.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/documents.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/problem_options.h"
#include "cli/timeline.h"
#include "planner/formats/json/write.h"
#include "properties/check/check.h"

namespace tickproof::cli {

namespace {

constexpr std::uint64_t default_width = 80;

// The terminal's own width; where there is none, COLUMNS, so that a pipe can be given one.
std::uint64_t terminal_width() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char* const columns = std::getenv("COLUMNS");
    return columns == nullptr ? default_width : parse_count(columns).value_or(default_width);
}

// What can be drawn, or why it cannot.
struct Picture {
    std::string title;
    Problem problem;
    Schedule schedule;
};
struct NoPicture {
    ExitCode code;
    std::string why;
};
using Shown = std::expected<Picture, NoPicture>;

Shown show_plan(const std::string& path, json::Place place, Plan plan, const ProblemSettings& settings) {
    if (settings.costs_given)
        return std::unexpected(NoPicture{ExitCode::unusable, placed(path, {place, plan_has_ticks})});
    Picture picture{std::string(name(plan.schedule)), check::problem_of(plan), std::move(plan.events)};
    return picture;
}

Shown show_timed(const std::string& path, json::Place place, formats::TimedSchedule timed,
                 const ProblemSettings& settings) {
    if (settings.costs_given)
        return std::unexpected(NoPicture{ExitCode::unusable, placed(path, {place, plan_has_ticks})});
    return Picture{"schedule", std::move(timed.problem), std::move(timed.ops)};
}

Shown show_orders(const std::string& path, std::uint64_t line, const Orders& orders, const ProblemSettings& settings) {
    const Problem problem = settings.applied_to(check::problem_of(orders));
    check::OrdersVerdict found = check::check_orders(problem, orders);
    const auto without = [&](ExitCode code, std::string_view why) {
        return std::unexpected(
            NoPicture{code, fmt::format("{}:{}: no times to show: {}", shown_name(path), line, why)});
    };
    if (!found.report.valid()) return without(ExitCode::refuted, found.report.violations().front().witness);
    auto& executed = std::get<check::Executed>(*found.execution);
    const std::string title = orders.id.empty() ? "orders" : orders.id;
    return Picture{title, problem, std::move(executed.schedule)};
}

Shown show_object(const std::string& path, InputObject object, const ProblemSettings& settings) {
    if (!object.content) return std::unexpected(NoPicture{ExitCode::unusable, object.content.error()});
    if (auto* const plan = std::get_if<Plan>(&*object.content)) {
        return show_plan(path, object.place, std::move(*plan), settings);
    }
    if (auto* const timed = std::get_if<formats::TimedSchedule>(&*object.content)) {
        return show_timed(path, object.place, std::move(*timed), settings);
    }
    return show_orders(path, object.line, std::get<formats::OrdersCase>(*object.content).orders, settings);
}

std::string title_of(const std::string& where, const Picture& picture, const Timeline& timeline) {
    return fmt::format("{}: {}, S={} V={} M={}, {} ticks", where, shortened(picture.title, 40), picture.problem.ranks,
                       picture.problem.chunks, picture.problem.microbatches, timeline.ticks);
}

std::string as_text(const std::string& where, const Picture& picture, const Timeline& timeline, std::size_t columns) {
    std::vector<std::string> lines{title_of(where, picture, timeline)};
    if (timeline.ticks_per_column > 1) {
        lines.push_back(
            fmt::format("sampled: a column is {} ticks and shows what fills most of them", timeline.ticks_per_column));
    }
    lines.push_back(timeline.ruler);
    lines.insert(lines.end(), timeline.rows.begin(), timeline.rows.end());
    if (timeline.hidden_ranks > 0) lines.push_back(fmt::format("and {} more ranks", timeline.hidden_ranks));
    std::string text;
    for (const std::string& line : lines) text += fmt::format("{}\n", std::string_view(line).substr(0, columns));
    return text;
}

std::string as_json(const std::string& path, std::uint64_t line, const Picture& picture, const Timeline& timeline) {
    return fmt::format(
        R"({{"schema":"tickproof/timeline/1","file":{},"line":{},"title":{},"ticks":{},"ticks_per_column":{},"ruler":{},"rows":{},"hidden_ranks":{}}})"
        "\n",
        json::quoted(path), line, json::quoted(picture.title), timeline.ticks, timeline.ticks_per_column,
        json::quoted(timeline.ruler), json_array(timeline.rows, json::quoted), timeline.hidden_ranks);
}

}  // namespace

ExitCode run_show(Arguments arguments) {
    Options options(
        "show",
        "Draws each plan, or the orders' earliest execution, one row a rank: F forward, B backward, I and W its "
        "halves,\n"
        ". idle, - the op goes on, ! two ops at once. Before the letter stands the virtual stage (left out if V = 1),\n"
        "after it the microbatch; where they do not fit, the letter stands alone.",
        "tickproof plan --stages 4 --microbatches 8 | tickproof show -");
    std::vector<std::string> files;
    std::optional<std::uint64_t> width;
    options.positionals("FILE", "files with plans or orders; - is standard input", files);
    options.count("--width", "columns to use (the terminal's, or COLUMNS, or 80)", width);
    const InputOptions input(options);
    const ProblemOptions problem(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    constexpr std::uint64_t least_width = 12;
    if (width && *width < least_width) {
        print_error(fmt::format("tickproof show: --width: at least {} columns are needed", least_width));
        return ExitCode::unusable;
    }
    const std::uint64_t columns = std::max(width ? *width : terminal_width(), least_width);

    const auto unusable = [](const std::string& why) {
        print_error(fmt::format("tickproof show: {}", why));
        return ExitCode::unusable;
    };
    const auto how = input.how();
    if (!how) return unusable(how.error());
    const auto settings = problem.settings();
    if (!settings) return unusable(settings.error());

    std::vector<ExitCode> codes;
    const auto refuse = [&](const NoPicture& reason) {
        print_error(reason.why);
        codes.push_back(reason.code);
    };
    for (const std::string& file : files) {
        const auto text = read_file(file);
        if (!text) {
            refuse({ExitCode::unusable, text.error()});
            continue;
        }
        for_each_object(file, *text, *how, [&](InputObject object) {
            const std::uint64_t line = object.line;
            const Shown shown = show_object(file, std::move(object), *settings);
            if (!shown) return refuse(shown.error());
            const Timeline timeline = draw(shown->problem, shown->schedule, columns);
            print(globals.json ? as_json(file, line, *shown, timeline)
                               : as_text(fmt::format("{}:{}", shown_name(file), line), *shown, timeline, columns));
        });
    }
    return combined(codes);
}

}  // namespace tickproof::cli

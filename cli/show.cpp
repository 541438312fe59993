// `tickproof show`: plans and orders as text timelines.
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/documents.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/timeline.h"
#include "planner/formats/json/write.h"
#include "planner/formats/object_kind.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/plan_json.h"
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

Shown show_plan(const std::string& path, const json::Value& object) {
    auto plan = formats::read_plan(object);
    if (!plan) return std::unexpected(NoPicture{ExitCode::unusable, placed(path, plan.error())});
    Picture picture{std::string(name(plan->schedule)), check::problem_of(*plan), std::move(plan->events)};
    return picture;
}

Shown show_orders(const std::string& path, std::uint64_t line, const json::Value& object) {
    const auto read = formats::read_orders(object);
    if (!read) return std::unexpected(NoPicture{ExitCode::unusable, placed(path, read.error())});
    const Problem problem = check::problem_of(read->orders);
    check::OrdersVerdict found = check::check_orders(problem, read->orders);
    const auto without = [&](ExitCode code, std::string_view why) {
        return std::unexpected(
            NoPicture{code, fmt::format("{}:{}: no times to show: {}", shown_name(path), line, why)});
    };
    if (!found.report.valid()) return without(ExitCode::refuted, found.report.violations().front().witness);
    if (!found.execution)
        return without(ExitCode::undecided, fmt::format("this version does not execute {}", found.undecided.front()));
    auto& executed = std::get<check::Executed>(*found.execution);
    const std::string title = read->orders.id.empty() ? "orders" : printable(read->orders.id);
    return Picture{title, problem, std::move(executed.schedule)};
}

Shown show_document(const std::string& path, const InputDocument& document) {
    if (!document.value) return std::unexpected(NoPicture{ExitCode::unusable, document.error});
    const json::Value object = formats::plan_within(*document.value);
    switch (formats::kind_of(object)) {
        case formats::ObjectKind::plan:
            return show_plan(path, object);
        case formats::ObjectKind::orders:
            return show_orders(path, document.line, object);
        case formats::ObjectKind::neither:
            break;
    }
    return std::unexpected(
        NoPicture{ExitCode::unusable,
                  placed(path, {object.place(), "neither a plan (no \"events\") nor orders (no \"orders\")"})});
}

std::string title_of(const Picture& picture, const Timeline& timeline) {
    std::string title = fmt::format("{}, S={} V={} M={}, {} ticks", picture.title, picture.problem.ranks,
                                    picture.problem.chunks, picture.problem.microbatches, timeline.ticks);
    if (timeline.ticks_per_column > 1) {
        title +=
            fmt::format("\nsampled: a column is {} ticks and shows what fills most of them", timeline.ticks_per_column);
    }
    return title;
}

std::string as_text(const Picture& picture, const Timeline& timeline) {
    std::string text =
        fmt::format("{}\n{}\n{}\n", title_of(picture, timeline), timeline.ruler, fmt::join(timeline.rows, "\n"));
    if (timeline.hidden_ranks > 0) text += fmt::format("and {} more ranks\n", timeline.hidden_ranks);
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
    Options options("show", "Draws each plan, or the orders' earliest execution, one row a rank.",
                    "tickproof plan --stages 4 --microbatches 8 | tickproof show -");
    std::vector<std::string> files;
    std::optional<std::uint64_t> width;
    options.positionals("FILE", "files with plans or orders; - is standard input", files);
    options.count("--width", "columns to use (the terminal's)", width);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

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
        for_each_document(file, *text, [&](const InputDocument& document) {
            const Shown shown = show_document(file, document);
            if (!shown) return refuse(shown.error());
            const Timeline timeline = draw(shown->problem, shown->schedule, width.value_or(terminal_width()));
            print(globals.json ? as_json(file, document.line, *shown, timeline) : as_text(*shown, timeline));
        });
    }
    return combined(codes);
}

}  // namespace tickproof::cli

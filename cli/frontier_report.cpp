#include "cli/frontier_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/json_array.h"
#include "cli/optimum_report.h"
#include "cli/table.h"
#include "planner/formats/json/write.h"
#include "smt/certificate/problem_json.h"

namespace tickproof::cli {

namespace {

std::vector<std::string> cells(const FrontierPoint& point) {
    const bool is_one = point.lower_ticks == point.upper_ticks;
    return {point.cap ? fmt::format("{}", *point.cap) : "none",
            is_one ? fmt::format("{}", point.lower_ticks) : fmt::format("{}..{}", point.lower_ticks, point.upper_ticks),
            point.undecided.empty() ? point.evidence : fmt::format("undecided: {}", point.undecided)};
}

std::string point_json(const FrontierPoint& point) {
    return fmt::format(R"({{"max_in_flight":{},"lower":{},"upper":{},"proven":{},"evidence":"{}","undecided":{}}})",
                       point.cap ? fmt::format("{}", *point.cap) : "null", point.lower_ticks, point.upper_ticks,
                       point.undecided.empty(), point.evidence, json::quoted(point.undecided));
}

}  // namespace

bool Frontier::is_proven() const {
    return is_complete && uncapped.undecided.empty() &&
           std::ranges::all_of(points, [](const FrontierPoint& point) { return point.undecided.empty(); });
}

std::string frontier_as_text(const Frontier& frontier, bool with_heading) {
    std::vector<std::vector<std::string>> table;
    if (with_heading) table.push_back({"cap", "ticks", "evidence"});
    for (const FrontierPoint& point : frontier.points) table.push_back(cells(point));
    table.push_back(cells(frontier.uncapped));
    std::string text = with_heading ? in_words(frontier.problem) + "\n" : "";
    text += aligned(table, {Align::right, Align::right, Align::left});
    if (!frontier.is_complete) text += "undecided: larger caps may be better than the last of these\n";
    return text;
}

std::string frontier_as_json(const Frontier& frontier) {
    return fmt::format(
        "{{\"schema\":\"tickproof/frontier/1\",\"problem\":{},\"proven\":{},\"complete\":{},\"uncapped\":{},"
        "\"rows\":{}}}\n",
        certificate::write_problem(frontier.problem), frontier.is_proven(), frontier.is_complete,
        point_json(frontier.uncapped), json_array(frontier.points, point_json));
}

std::string no_frontier_as_json(const Problem& problem, const Unsound& why) {
    return fmt::format(
        "{{\"schema\":\"tickproof/frontier/1\",\"problem\":{},\"proven\":false,\"complete\":false,\"uncapped\":null,"
        "\"rows\":[],\"undecided\":{}}}\n",
        certificate::write_problem(problem), json::quoted(why.message));
}

}  // namespace tickproof::cli

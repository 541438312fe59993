#include "cli/file_orders.h"

#include <fmt/format.h>

#include "planner/model/orders_of.h"
#include "properties/check/check.h"

namespace tickproof::cli {

namespace {

using Maybe = std::expected<Orders, std::string>;

Maybe ordered(const Problem& problem, const Schedule& ops, const check::Report& report) {
    if (report.valid()) return orders_of(problem, ops);
    const check::Violation& first = report.violations().front();
    return std::unexpected(
        fmt::format("not valid: {} at {}: {}", check::text(first.rule).id, first.place, first.witness));
}

struct OrdersOf {
    Maybe operator()(const Plan& plan) const {
        return ordered(check::problem_of(plan), plan.events, check::check_plan(plan));
    }
    Maybe operator()(const formats::OrdersCase& read) const { return read.orders; }
    Maybe operator()(const formats::TimedSchedule& timed) const {
        return ordered(timed.problem, timed.ops, check::check_schedule(timed.problem, timed.ops));
    }
};

}  // namespace

std::expected<Orders, std::string> file_orders(const std::string& path, const HowToRead& how) {
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    std::optional<Maybe> found;
    for_each_object(path, *text, how, [&](const InputObject& object) {
        const auto refuse = [&](const std::string& why) {
            found = std::unexpected(fmt::format("{}:{}: {}", shown_name(path), object.line, why));
        };
        if (found) {
            if (*found) refuse("a second object, where one is to be compared");
        } else if (!object.content) {
            found = std::unexpected(object.content.error());
        } else {
            found = std::visit(OrdersOf{}, *object.content);
            if (!*found) refuse(found->error());
        }
    });
    return std::move(found).value();  // even an empty file has an object, which says that it is empty
}

}  // namespace tickproof::cli

// Any bytes as a file of plans and orders: never a crash, and what is read once is written and read back equal.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "planner/formats/json_lines.h"
#include "planner/formats/object_kind.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/request_json.h"

namespace {

using namespace tickproof;

[[noreturn]] void differ(std::string_view what, std::string_view first, std::string_view second) {
    std::fprintf(stderr, "%.*s\nwritten first:  %.*s\nwritten second: %.*s\n", static_cast<int>(what.size()),
                 what.data(), static_cast<int>(first.size()), first.data(), static_cast<int>(second.size()),
                 second.data());
    std::abort();
}

// Compared as text, so that both sides can be shown.
template <class Read, class Write>
void round_trip(std::string_view what, const json::Value& value, Read read, Write write) {
    const auto first = read(value);
    if (!first) return;
    const std::string text = write(*first);
    const auto tree = json::parse_all(text);
    if (!tree) differ(what, text, tree.error().message);
    const auto second = read(tree->root());
    if (!second) differ(what, text, second.error().message);
    if (const std::string again = write(*second); again != text) differ(what, text, again);
}

void plan_round_trip(const json::Value& value) {
    round_trip("a plan changes on its way through JSON", value, formats::read_plan, [](const Plan& plan) {
        std::string text;
        formats::write_plan(plan, [&](std::string_view piece) { text += piece; });
        return text;
    });
}

void orders_round_trip(const json::Value& value) {
    round_trip("orders change on their way through JSON", value, formats::read_orders,
               [](const formats::OrdersCase& read) {
                   std::string text;
                   formats::write_orders(read.orders, [&](std::string_view piece) { text += piece; });
                   return text;
               });
}

void request_round_trip(const json::Value& value) {
    round_trip("a request changes on its way through JSON", value, formats::read_request, formats::write_request);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    formats::JsonLines lines(text);
    while (const auto document = lines.next()) {
        if (!document->tree) continue;
        const json::Value object = formats::plan_within(document->tree->root());
        plan_round_trip(object);
        orders_round_trip(object);
        request_round_trip(object);
    }
    return 0;
}

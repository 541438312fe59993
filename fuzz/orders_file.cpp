// Any bytes as a file of orders that somebody has checked: shapes and counts may lie. Never a crash, memory in
// proportion to the file whatever it declares, and what the checker passes runs in the slow simulation too.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "fuzz/differ.h"
#include "fuzz/heap.h"
#include "fuzz/round_trip.h"
#include "fuzz/slow/run.h"
#include "fuzz/slow/simulation.h"
#include "fuzz/words.h"
#include "planner/formats/orders_json.h"
#include "properties/check/check.h"
#include "properties/check/expect.h"

using namespace tickproof;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

// A token of three bytes is an op with a place in each table of the checker; what is kept of violations in words is
// limited for each rule.
constexpr std::size_t most_bytes_a_byte = 512;
constexpr std::size_t most_bytes_of_words = 256 * 1024;

std::string_view end_of(const Problem& problem, const Orders& orders) {
    if (!slow::can_run(problem, orders)) return "not each op once, on its rank";
    const slow::Outcome outcome = slow::run(problem, orders);
    if (std::holds_alternative<slow::Ran>(outcome)) return "runs";
    return std::holds_alternative<slow::Stuck>(outcome) ? "gets stuck" : "sends and receives do not fit";
}

void try_orders(const formats::OrdersCase& read, std::size_t bytes) {
    const Problem problem = check::problem_of(read.orders);
    const fuzz::HeapWatch watch;
    const check::OrdersVerdict verdict = check::check_orders(problem, read.orders);
    if (read.expect) (void)check::compare(problem, read.orders, verdict, *read.expect);
    if (const std::size_t most = most_bytes_of_words + most_bytes_a_byte * bytes; watch.peak_bytes() > most) {
        differ(Suspect::checker, "the checker takes more memory than the orders warrant",
               {{"bytes of input", fmt::to_string(bytes)},
                {"at most", fmt::to_string(most)},
                {"took", fmt::to_string(watch.peak_bytes())}});
    }
    if (!verdict.report.valid() || !slow::fits(problem)) return;
    if (const std::string_view end = end_of(problem, read.orders); end != "runs") {
        differ(Suspect::checker, fmt::format("orders that pass: {}", end),
               {{"problem", in_words(problem)},
                {"orders", in_words(read.orders)},
                {"checker", in_words(verdict.report)},
                {"slow simulation", std::string(end)}});
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    fuzz::each_document(text, [&text](const json::Value& root) {
        if (const auto read = formats::read_orders(root)) try_orders(*read, text.size());
    });
    return 0;
}

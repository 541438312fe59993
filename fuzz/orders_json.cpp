// Any bytes as a file of orders, and as one of their tokens: never a crash, memory in proportion, and what is read is
// written and read back equal.
#include "planner/formats/orders_json.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/round_trip.h"
#include "planner/formats/orders_token.h"

using namespace tickproof;

namespace {

// Claims are not written, so only that reading them ends well is looked at.
std::string as_json(const formats::OrdersCase& read) { return fuzz::written(formats::write_orders, read.orders); }

void token_round_trip(std::string_view text, std::optional<std::uint32_t> own_stage) {
    const auto first = formats::read_token(text, own_stage);
    if (!first) return;
    const std::string shortest = formats::write_token(*first, own_stage);
    const auto second = formats::read_token(shortest, own_stage);
    if (second && *second == *first) return;
    fuzz::differ(fuzz::Suspect::reader, "a token changes on its way through text",
                 {{"read from", std::string(text)},
                  {"written", shortest},
                  {"read again", second ? formats::write_token(*second, own_stage) : second.error()}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    if (fuzz::reads_any_in_proportion(text, formats::read_orders)) {
        fuzz::each_document(text, [](const json::Value& root) {
            fuzz::expect_round_trip("orders change on their way through JSON", root, formats::read_orders, as_json);
        });
    }
    token_round_trip(text, std::nullopt);
    token_round_trip(text, 7);
    return 0;
}

// Any bytes as each of the formats that are only read: never a crash, memory in proportion, and what is read survives
// its way through orders as JSON. With the first byte as the number of ranks for those that do not tell it.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/round_trip.h"
#include "planner/formats/deepspeed.h"
#include "planner/formats/megatron.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/text_kind.h"
#include "planner/formats/zero_bubble.h"

using namespace tickproof;

namespace {

void through_json(Orders orders) {
    orders.columns.clear();
    const std::string text = fuzz::written(formats::write_orders, orders);
    const auto tree = json::parse_all(text);
    if (!tree) fuzz::differ(fuzz::Suspect::reader, "orders that are no JSON", {{"written", text}});
    const auto again = formats::read_orders(tree->root());
    if (again && fuzz::written(formats::write_orders, again->orders) == text) return;
    fuzz::differ(fuzz::Suspect::reader, "orders that were read from a text change on their way through JSON",
                 {{"written", text},
                  {"read again", again ? fuzz::written(formats::write_orders, again->orders) : again.error().message}});
}

// `copies`: a table is laid out once for each rank.
template <class Read>
void expect(std::string_view text, std::size_t copies, Read read) {
    const std::string as_many(text.size() * copies, ' ');
    const fuzz::HeapWatch watch;
    auto orders = read(text);
    fuzz::expect_in_proportion(watch, as_many);
    if (orders) through_json(*std::move(orders));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    const std::size_t ranks = size == 0 ? 1 : data[0] % 8;
    (void)formats::kind_of_text(text);
    expect(text, 1, formats::read_deepspeed);
    expect(text, 1, [](std::string_view t) { return formats::read_zero_bubble(t); });
    expect(text, 1, [](std::string_view t) { return formats::read_zero_bubble(t, formats::ZeroBubbleBackward::full); });
    expect(text, 1, [](std::string_view t) { return formats::read_megatron_order(t); });
    expect(text, ranks + 1, [=](std::string_view t) { return formats::read_megatron_order(t, ranks); });
    expect(text, ranks + 1, [=](std::string_view t) { return formats::read_megatron_table(t, ranks); });
    return 0;
}

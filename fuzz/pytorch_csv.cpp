// Any bytes as a PyTorch CSV, in either dialect: never a crash, memory in proportion, and what is read is written and
// read back equal.
#include "planner/formats/pytorch_csv.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/round_trip.h"

using namespace tickproof;

namespace {

Orders without_columns(Orders orders) {
    orders.columns.clear();
    return orders;
}

void round_trip(const Orders& orders) {
    if (formats::unheld_by_csv(orders)) return;
    const std::string text = fuzz::written(formats::write_pytorch_csv, orders);
    const auto again = formats::read_pytorch_csv(text);
    if (again && without_columns(*again) == without_columns(orders)) return;
    fuzz::differ(fuzz::Suspect::reader, "orders change on their way through a CSV",
                 {{"written", text},
                  {"read again", again ? fuzz::written(formats::write_pytorch_csv, *again) : again.error().message}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using formats::PytorchDialect;
    const std::string text = fuzz::as_text(data, size);
    for (const std::optional<PytorchDialect> dialect :
         {std::optional<PytorchDialect>(), std::optional(PytorchDialect::current),
          std::optional(PytorchDialect::legacy)}) {
        const fuzz::HeapWatch watch;
        const auto orders = formats::read_pytorch_csv(text, dialect);
        fuzz::expect_in_proportion(watch, text);
        if (orders) round_trip(*orders);
    }
    return 0;
}

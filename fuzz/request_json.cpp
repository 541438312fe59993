// Any bytes as requests to a planner: never a crash, memory in proportion, and what is read is written and read back
// equal.
#include "planner/formats/request_json.h"

#include <cstddef>
#include <cstdint>

#include "fuzz/round_trip.h"

using namespace tickproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    if (!fuzz::reads_any_in_proportion(text, formats::read_request)) return 0;
    fuzz::each_document(text, [](const json::Value& root) {
        fuzz::expect_round_trip("a request changes on its way through JSON", root, formats::read_request,
                                formats::write_request);
    });
    return 0;
}
